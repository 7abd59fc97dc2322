FROM python:3.11-slim

ENV PYTHONDONTWRITEBYTECODE=1 PYTHONUNBUFFERED=1 PIP_NO_CACHE_DIR=1
WORKDIR /app
COPY requirements.txt pyproject.toml README.md LICENSE ./
RUN pip install --require-hashes -r requirements.txt
COPY bot bot
COPY cogs cogs
COPY data data
RUN pip install --no-deps . \
    && useradd --system --create-home --home-dir /data fortytwo
USER fortytwo
WORKDIR /data
ENV DATA_DIR=/data HEALTH_PORT=8080
VOLUME /data
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s \
    CMD python -c "import urllib.request as u; u.urlopen('http://127.0.0.1:8080/healthz', timeout=4)"
STOPSIGNAL SIGTERM
ENTRYPOINT ["fortytwo"]
CMD ["run"]
