# The wheel is built in a stage of its own. Every Python package is pinned by its hash;
# docs/hosting.md shows how to pin the base image.
ARG BASE=python:3.11-slim
FROM ${BASE} AS build
ENV PIP_NO_CACHE_DIR=1 PIP_DISABLE_PIP_VERSION_CHECK=1
WORKDIR /source
COPY requirements-build.txt ./
RUN pip install --require-hashes -r requirements-build.txt
COPY . .
RUN pip wheel --no-deps --no-build-isolation --wheel-dir /wheels .

FROM ${BASE}
ENV PYTHONDONTWRITEBYTECODE=1 PYTHONUNBUFFERED=1 \
    PIP_NO_CACHE_DIR=1 PIP_DISABLE_PIP_VERSION_CHECK=1
# The first process of a container: it passes signals on to any command, and reaps what ended.
RUN apt-get update && apt-get install -y --no-install-recommends tini \
    && rm -rf /var/lib/apt/lists/*
COPY requirements.txt ./
RUN pip install --require-hashes -r requirements.txt \
    && useradd --system --create-home --home-dir /data fortytwo
COPY --from=build /wheels /wheels
RUN pip install --no-deps --no-index /wheels/*.whl
USER fortytwo
WORKDIR /data
# The port is reached from outside the container only where it is published.
ENV DATA_DIR=/data HEALTH_HOST=0.0.0.0 HEALTH_PORT=8080
VOLUME /data
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s \
    CMD python -c "import urllib.request as u; u.urlopen('http://127.0.0.1:8080/healthz', timeout=4)"
STOPSIGNAL SIGTERM
ENTRYPOINT ["tini", "-s", "--", "texas42"]
CMD ["run"]
