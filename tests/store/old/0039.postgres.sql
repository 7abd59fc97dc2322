
SET statement_timeout = 0;
SET lock_timeout = 0;
SET idle_in_transaction_session_timeout = 0;
SET client_encoding = 'UTF8';
SET standard_conforming_strings = on;
SELECT pg_catalog.set_config('search_path', '', false);
SET check_function_bodies = false;
SET xmloption = content;
SET client_min_messages = warning;
SET row_security = off;

CREATE FUNCTION public.table_changed() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    PERFORM pg_notify(
        'fortytwo', 'table ' || NEW.table_id || ' ' || NEW.version || ' ' || NEW.guild_id
    );
    RETURN NULL;
END $$;

SET default_tablespace = '';

SET default_table_access_method = heap;

CREATE TABLE public.acts (
    table_id character varying NOT NULL,
    seq integer NOT NULL,
    hand_no integer NOT NULL,
    seat integer NOT NULL,
    phase character varying NOT NULL,
    text character varying NOT NULL,
    user_id bigint,
    at double precision NOT NULL
);

CREATE TABLE public.alembic_version (
    version_num character varying(32) NOT NULL
);

CREATE TABLE public.blocks (
    blocked_id bigint NOT NULL,
    at double precision NOT NULL
);

CREATE TABLE public.close_orders (
    table_id character varying NOT NULL,
    at double precision NOT NULL
);

CREATE TABLE public.daily_boards (
    day character varying NOT NULL,
    guild_id bigint NOT NULL,
    week boolean NOT NULL,
    channel_id bigint NOT NULL,
    message_id bigint NOT NULL,
    shown character varying NOT NULL
);

CREATE TABLE public.daily_days (
    day character varying NOT NULL,
    secret bytea NOT NULL,
    commitment character varying NOT NULL,
    key bytea,
    opened_at double precision NOT NULL,
    closed_at double precision,
    offered boolean DEFAULT true NOT NULL,
    swept boolean DEFAULT false NOT NULL,
    closes_at double precision,
    excused boolean DEFAULT false NOT NULL
);

CREATE TABLE public.daily_experts (
    day character varying NOT NULL,
    version character varying NOT NULL,
    score integer NOT NULL
);

CREATE TABLE public.daily_hands (
    day character varying NOT NULL,
    user_id bigint NOT NULL,
    name character varying NOT NULL,
    version character varying NOT NULL,
    begun_at double precision NOT NULL,
    channel_id bigint,
    message_id bigint,
    acts json NOT NULL,
    act_count integer NOT NULL,
    finished_at double precision,
    score integer,
    taken integer,
    bid character varying,
    ours boolean,
    made boolean,
    tricks character varying,
    lead character varying,
    par integer,
    guild_id bigint
);

CREATE TABLE public.daily_marks (
    day character varying NOT NULL,
    mark character varying NOT NULL
);

CREATE TABLE public.daily_reminders (
    user_id bigint NOT NULL,
    reminded_on character varying
);

CREATE TABLE public.deletions (
    user_id bigint NOT NULL
);

CREATE TABLE public.dm_channels (
    user_id bigint NOT NULL,
    channel_id bigint NOT NULL
);

CREATE TABLE public.dm_openings (
    opening_id character varying NOT NULL,
    at double precision NOT NULL
);

CREATE TABLE public.draws (
    table_id character varying NOT NULL,
    game_no integer NOT NULL,
    commitment character varying NOT NULL,
    secret bytea NOT NULL,
    drawers json NOT NULL,
    for_partners boolean NOT NULL,
    drawn boolean NOT NULL,
    from_one_deal boolean DEFAULT false NOT NULL
);

CREATE TABLE public.event_games (
    event_id character varying NOT NULL,
    round_no integer NOT NULL,
    table_no integer NOT NULL,
    channel_id bigint NOT NULL,
    entries json NOT NULL,
    table_id character varying,
    first_game integer NOT NULL,
    winner integer,
    total json,
    played json
);

CREATE TABLE public.event_players (
    event_id character varying NOT NULL,
    number integer NOT NULL,
    user_id bigint,
    name character varying NOT NULL,
    wish bigint,
    away boolean NOT NULL,
    counts_from integer DEFAULT 1 NOT NULL
);

CREATE TABLE public.event_surfaces (
    event_id character varying NOT NULL,
    round_no integer NOT NULL,
    channel_id bigint NOT NULL,
    message_id bigint NOT NULL,
    digest character varying NOT NULL,
    occasion integer DEFAULT 1 NOT NULL
);

CREATE TABLE public.events (
    event_id character varying NOT NULL,
    guild_id bigint NOT NULL,
    channel_id bigint NOT NULL,
    host_id bigint NOT NULL,
    game character varying NOT NULL,
    rules json NOT NULL,
    partners character varying NOT NULL,
    table_count integer,
    status character varying NOT NULL,
    round_no integer NOT NULL,
    version integer NOT NULL,
    created_at double precision NOT NULL,
    since double precision NOT NULL
);

CREATE TABLE public.game_players (
    table_id character varying NOT NULL,
    game_no integer NOT NULL,
    seat integer NOT NULL,
    user_id bigint,
    name character varying NOT NULL,
    won boolean NOT NULL,
    marks integer NOT NULL,
    guild_id bigint DEFAULT 0 NOT NULL,
    at double precision DEFAULT 0 NOT NULL,
    level character varying DEFAULT ''::character varying NOT NULL
);

CREATE TABLE public.games (
    table_id character varying NOT NULL,
    game_no integer NOT NULL,
    guild_id bigint NOT NULL,
    game character varying NOT NULL,
    rules json NOT NULL,
    winner integer NOT NULL,
    total json NOT NULL,
    marks json NOT NULL,
    contested boolean NOT NULL,
    at double precision NOT NULL,
    target integer,
    unrated character varying
);

CREATE TABLE public.hand_players (
    table_id character varying NOT NULL,
    hand_no integer NOT NULL,
    seat integer NOT NULL,
    user_id bigint,
    game_no integer NOT NULL,
    bids integer NOT NULL,
    bids_made integer NOT NULL,
    sets integer NOT NULL,
    bid_points integer DEFAULT 0 NOT NULL,
    suffered integer DEFAULT 0 NOT NULL,
    forgotten boolean DEFAULT false NOT NULL,
    at double precision DEFAULT 0 NOT NULL
);

CREATE TABLE public.hands (
    table_id character varying NOT NULL,
    hand_no integer NOT NULL,
    game_no integer NOT NULL,
    bidder integer,
    bid character varying,
    contract character varying,
    made boolean,
    ended character varying NOT NULL,
    points json NOT NULL,
    score json NOT NULL,
    record json NOT NULL,
    at double precision NOT NULL,
    bid_points integer,
    bid_marks integer DEFAULT 0 NOT NULL,
    swept_by integer,
    stood_in json DEFAULT '[]'::json NOT NULL,
    advised json DEFAULT '[]'::json NOT NULL
);

CREATE TABLE public.heartbeats (
    process character varying NOT NULL,
    pid integer NOT NULL,
    machine character varying NOT NULL,
    version character varying NOT NULL,
    started_at double precision NOT NULL,
    at double precision NOT NULL,
    wrong json NOT NULL
);

CREATE TABLE public.leases (
    shards integer NOT NULL,
    shard integer NOT NULL,
    holder character varying NOT NULL,
    home boolean NOT NULL,
    until double precision NOT NULL
);

CREATE TABLE public.partners (
    guild_id bigint NOT NULL,
    span character varying NOT NULL,
    game character varying NOT NULL,
    user_id bigint NOT NULL,
    partner_id bigint NOT NULL,
    since bigint NOT NULL,
    games integer NOT NULL,
    wins integer NOT NULL
);

CREATE TABLE public.people (
    user_id bigint NOT NULL,
    name character varying NOT NULL,
    dms boolean NOT NULL,
    dm_closed boolean NOT NULL,
    locale character varying,
    pictures boolean DEFAULT true NOT NULL,
    on_boards boolean DEFAULT true NOT NULL,
    asks_first boolean DEFAULT false NOT NULL,
    plays_forced boolean DEFAULT false NOT NULL,
    pings character varying DEFAULT 'late'::character varying NOT NULL,
    time_zone character varying DEFAULT 'America/Chicago'::character varying NOT NULL,
    quiet_from integer,
    quiet_until integer DEFAULT 7 NOT NULL,
    safe_colors boolean DEFAULT false NOT NULL,
    pace character varying,
    dm_later boolean DEFAULT false NOT NULL,
    knows json DEFAULT '[]'::json NOT NULL,
    opponents character varying
);

CREATE TABLE public.rating_changes (
    table_id character varying NOT NULL,
    game_no integer NOT NULL,
    guild_id bigint NOT NULL,
    game character varying NOT NULL,
    seat integer NOT NULL,
    user_id bigint,
    at double precision NOT NULL,
    place integer NOT NULL,
    mu_before double precision NOT NULL,
    sigma_before double precision NOT NULL,
    before integer NOT NULL,
    after integer NOT NULL,
    games integer NOT NULL,
    departed boolean NOT NULL
);

CREATE TABLE public.ratings (
    guild_id bigint NOT NULL,
    game character varying NOT NULL,
    user_id bigint NOT NULL,
    mu double precision NOT NULL,
    sigma double precision NOT NULL,
    rating integer NOT NULL,
    games integer NOT NULL
);

CREATE TABLE public.redraws (
    channel_id bigint NOT NULL,
    message_id bigint NOT NULL,
    table_id character varying,
    hand_no integer NOT NULL,
    due_at double precision NOT NULL,
    event_id character varying,
    user_id bigint
);

CREATE TABLE public.report_messages (
    first integer NOT NULL,
    last integer NOT NULL,
    host_id bigint NOT NULL,
    channel_id bigint NOT NULL,
    message_id bigint NOT NULL,
    digest character varying NOT NULL,
    at double precision NOT NULL
);

CREATE TABLE public.report_people (
    number integer NOT NULL,
    user_id bigint NOT NULL
);

CREATE TABLE public.reports (
    number integer NOT NULL,
    user_id bigint NOT NULL,
    name character varying NOT NULL,
    guild_id bigint NOT NULL,
    channel_id bigint NOT NULL,
    text character varying NOT NULL,
    at double precision NOT NULL,
    told_at double precision
);

CREATE TABLE public.run_times (
    began_at double precision NOT NULL,
    ended_at double precision NOT NULL
);

CREATE TABLE public.seat_log (
    table_id character varying NOT NULL,
    number integer NOT NULL,
    event character varying NOT NULL,
    seat integer NOT NULL,
    user_id bigint,
    hand_no integer NOT NULL,
    at double precision NOT NULL
);

CREATE TABLE public.seats (
    table_id character varying NOT NULL,
    seat integer NOT NULL,
    live boolean NOT NULL,
    occupant character varying NOT NULL,
    user_id bigint,
    name character varying NOT NULL,
    level character varying NOT NULL,
    away boolean NOT NULL,
    absences integer NOT NULL,
    ready boolean NOT NULL,
    dealt_to bigint,
    reserved_by bigint,
    reserved_name character varying NOT NULL,
    plays_forced boolean DEFAULT false NOT NULL,
    asks_first boolean DEFAULT false NOT NULL,
    played character varying,
    played_by bigint,
    played_name character varying DEFAULT ''::character varying NOT NULL
);

CREATE TABLE public.server_settings (
    guild_id bigint NOT NULL,
    channels json NOT NULL,
    threads boolean NOT NULL,
    game character varying NOT NULL,
    preset character varying,
    host_role bigint,
    boards boolean NOT NULL,
    pictures boolean NOT NULL,
    event_hosts character varying DEFAULT 'tables'::character varying NOT NULL,
    event_role bigint,
    daily_channel bigint,
    welcome_channel bigint
);

CREATE TABLE public.servers (
    guild_id bigint NOT NULL,
    left_at double precision
);

CREATE TABLE public.shakes (
    table_id character varying NOT NULL,
    hand_no integer NOT NULL,
    public character varying NOT NULL,
    commitment character varying NOT NULL,
    secret bytea NOT NULL,
    dealt boolean NOT NULL
);

CREATE TABLE public.shared_messages (
    user_id bigint NOT NULL,
    channel_id bigint NOT NULL,
    message_id bigint NOT NULL,
    guild_id bigint NOT NULL,
    at double precision NOT NULL,
    about character varying
);

CREATE TABLE public.standings (
    guild_id bigint NOT NULL,
    board character varying NOT NULL,
    span character varying NOT NULL,
    game character varying NOT NULL,
    user_id bigint NOT NULL,
    since bigint NOT NULL,
    games integer NOT NULL,
    wins integer NOT NULL,
    marks integer NOT NULL,
    hands integer NOT NULL,
    bids integer NOT NULL,
    bids_made integer NOT NULL,
    bid_points integer NOT NULL,
    sets integer NOT NULL,
    suffered integer NOT NULL,
    shutouts integer NOT NULL,
    run integer NOT NULL,
    best_run integer NOT NULL,
    fastest integer
);

CREATE TABLE public.surfaces (
    table_id character varying NOT NULL,
    kind character varying NOT NULL,
    user_id bigint NOT NULL,
    hand_no integer NOT NULL,
    channel_id bigint NOT NULL,
    message_id bigint NOT NULL,
    digest character varying NOT NULL,
    occasion integer DEFAULT 1 NOT NULL
);

CREATE TABLE public.tables (
    table_id character varying NOT NULL,
    guild_id bigint NOT NULL,
    number integer NOT NULL,
    channel_id bigint NOT NULL,
    home_channel_id bigint NOT NULL,
    host_id bigint NOT NULL,
    game character varying NOT NULL,
    rules json NOT NULL,
    status character varying NOT NULL,
    paused_from character varying,
    seq integer NOT NULL,
    version integer NOT NULL,
    game_no integer NOT NULL,
    hand_no integer NOT NULL,
    total json NOT NULL,
    wins json NOT NULL,
    shaker integer,
    deals_played integer NOT NULL,
    winner integer,
    created_at double precision NOT NULL,
    turn_since double precision NOT NULL,
    nudged boolean NOT NULL,
    offered boolean NOT NULL,
    wake_at double precision,
    event_id character varying,
    claim json,
    clock json,
    closed_at double precision,
    laid_down json,
    swept boolean DEFAULT false NOT NULL,
    best_of integer,
    draws_partners boolean DEFAULT false NOT NULL,
    changes_partners boolean DEFAULT false NOT NULL,
    score_word character varying DEFAULT 'ALL'::character varying NOT NULL,
    hints boolean DEFAULT true NOT NULL,
    usual_rules json,
    advised json,
    next_game json
);

CREATE TABLE public.undelivered (
    kind character varying NOT NULL,
    key character varying NOT NULL,
    guild_id bigint NOT NULL,
    channel_id bigint NOT NULL,
    user_id bigint,
    reason character varying NOT NULL,
    code integer NOT NULL,
    rights character varying NOT NULL,
    tries integer NOT NULL,
    at double precision NOT NULL,
    told boolean NOT NULL
);

CREATE TABLE public.vote_picks (
    vote_id character varying NOT NULL,
    user_id bigint NOT NULL,
    choice character varying NOT NULL
);

CREATE TABLE public.votes (
    vote_id character varying NOT NULL,
    guild_id bigint NOT NULL,
    channel_id bigint NOT NULL,
    message_id bigint NOT NULL,
    host_id bigint,
    question json NOT NULL,
    closes_at double precision NOT NULL,
    closed boolean NOT NULL,
    counts json NOT NULL,
    shown character varying DEFAULT ''::character varying NOT NULL
);

CREATE TABLE public.welcomes (
    guild_id bigint NOT NULL,
    channel_id bigint NOT NULL,
    message_id bigint NOT NULL,
    occasion integer NOT NULL,
    posted_at double precision NOT NULL,
    old_channel_id bigint NOT NULL,
    old_message_id bigint NOT NULL
);

INSERT INTO public.acts VALUES ('live01', 1, 1, 1, 'play', '64', 777000777, 1001.5);
INSERT INTO public.acts VALUES ('p2h6md', 1, 1, 1, 'play', '64', 12, 1001.5);
INSERT INTO public.acts VALUES ('p2h6md', 2, 1, 2, 'play', '64', 13, 1002.5);

INSERT INTO public.alembic_version VALUES ('0039');

INSERT INTO public.blocks VALUES (7, 6.25);

INSERT INTO public.close_orders VALUES ('first', 6.25);

INSERT INTO public.daily_boards VALUES ('2026-11-23', 7, true, 7, 7, 'first');

INSERT INTO public.daily_days VALUES ('2026-11-23', '\x7373737373737373737373737373737373737373737373737373737373737373', 'c0ffee', '\x6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b', 1, NULL, true, false, NULL, false);

INSERT INTO public.daily_experts VALUES ('2026-11-23', 'first', 7);

INSERT INTO public.daily_hands VALUES ('2026-11-23', 12, 'Bo', 'one', 2, 5, 6, '["30"]', 1, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);

INSERT INTO public.daily_marks VALUES ('2026-11-23', 'first');

INSERT INTO public.daily_reminders VALUES (7, 'first');

INSERT INTO public.deletions VALUES (7);

INSERT INTO public.dm_channels VALUES (777000777, 2);

INSERT INTO public.dm_openings VALUES ('first', 6.25);

INSERT INTO public.draws VALUES ('live01', 7, 'first', '\x006bff', '["42"]', true, true, true);

INSERT INTO public.event_games VALUES ('ev3n7s', 1, 1, 71, '[0,1,2,3]', 'k3f9q2', 1, 1, '[3,7]', NULL);
INSERT INTO public.event_games VALUES ('ev3n7s', 1, 2, 72, '[4,5,6,7]', NULL, 1, NULL, NULL, NULL);

INSERT INTO public.event_players VALUES ('over', 0, 777000777, 'Secret Name', NULL, false, 1);
INSERT INTO public.event_players VALUES ('over', 1, 12, 'Ella', 777000777, false, 1);
INSERT INTO public.event_players VALUES ('over', 2, 13, 'Steve', NULL, false, 1);
INSERT INTO public.event_players VALUES ('soon', 1, 12, 'Ella', 777000777, false, 1);
INSERT INTO public.event_players VALUES ('soon', 2, 13, 'Steve', NULL, false, 1);
INSERT INTO public.event_players VALUES ('ev3n7s', 0, 4611686018427387906, 'Zoë <@1>', 12, true, 1);
INSERT INTO public.event_players VALUES ('ev3n7s', 1, NULL, 'Pearl', NULL, false, 1);

INSERT INTO public.event_surfaces VALUES ('over', 1, 4, 8, '', 1);
INSERT INTO public.event_surfaces VALUES ('soon', 1, 4, 9, '', 1);

INSERT INTO public.events VALUES ('over', 1100000000000000001, 500, 777000777, '42', '{}', 'fixed', NULL, 'closed', 0, 1, 0, 0);
INSERT INTO public.events VALUES ('soon', 1100000000000000001, 500, 777000777, '42', '{}', 'fixed', NULL, 'open', 0, 0, 0, 0);
INSERT INTO public.events VALUES ('ev3n7s', 1100000000000000001, 4611686018427387904, 4611686018427387906, '42', '{"preset":"house","nested":{"list":[1,"2"]}}', 'rotating', 3, 'playing', 1, 1, 1780000000.123456, 1780000001.654321);

INSERT INTO public.game_players VALUES ('ended1', 1, 0, 777000777, 'Secret Name', true, 3, 1100000000000000001, 3000.75, '');
INSERT INTO public.game_players VALUES ('ended1', 1, 1, 12, 'Ella', false, 7, 1100000000000000001, 3000.75, '');
INSERT INTO public.game_players VALUES ('ended1', 1, 2, 13, 'Steve', true, 3, 1100000000000000001, 3000.75, '');
INSERT INTO public.game_players VALUES ('ended1', 1, 3, 14, 'Will', false, 7, 1100000000000000001, 3000.75, '');
INSERT INTO public.game_players VALUES ('n4w8tz', 1, 0, 11, 'Nancy', false, 3, 1100000000000000001, 3000.75, '');
INSERT INTO public.game_players VALUES ('n4w8tz', 1, 1, 12, 'Ella', true, 7, 1100000000000000001, 3000.75, '');
INSERT INTO public.game_players VALUES ('n4w8tz', 1, 2, 13, 'Steve', false, 3, 1100000000000000001, 3000.75, '');
INSERT INTO public.game_players VALUES ('n4w8tz', 1, 3, 14, 'Will', true, 7, 1100000000000000001, 3000.75, '');

INSERT INTO public.games VALUES ('ended1', 1, 1100000000000000001, '42', '{"preset":"straight-marks"}', 0, '[3,7]', '[3,7]', true, 3000.75, 7, NULL);
INSERT INTO public.games VALUES ('n4w8tz', 1, 1100000000000000001, '42', '{"preset":"straight-marks"}', 1, '[3,7]', '[3,7]', true, 3000.75, 7, NULL);

INSERT INTO public.hand_players VALUES ('ended1', 1, 0, 777000777, 1, 1, 1, 0, 31, 0, false, 2000.25);
INSERT INTO public.hand_players VALUES ('ended1', 1, 1, 12, 1, 0, 0, 0, 0, 0, false, 2000.25);
INSERT INTO public.hand_players VALUES ('ended1', 1, 2, 13, 1, 0, 0, 0, 0, 0, false, 2000.25);
INSERT INTO public.hand_players VALUES ('ended1', 1, 3, 14, 1, 0, 0, 0, 0, 0, false, 2000.25);
INSERT INTO public.hand_players VALUES ('n4w8tz', 1, 0, 11, 1, 0, 0, 0, 0, 0, false, 5);
INSERT INTO public.hand_players VALUES ('n4w8tz', 1, 1, 12, 1, 1, 1, 0, 31, 0, false, 5);
INSERT INTO public.hand_players VALUES ('n4w8tz', 1, 2, 13, 1, 0, 0, 0, 0, 0, false, 5);
INSERT INTO public.hand_players VALUES ('n4w8tz', 1, 3, 14, 1, 0, 0, 0, 0, 0, false, 5);
INSERT INTO public.hand_players VALUES ('n4w8tz', 2, 0, 11, 1, 0, 0, 0, 0, 0, false, 9);
INSERT INTO public.hand_players VALUES ('n4w8tz', 2, 1, 12, 1, 1, 1, 0, 31, 0, false, 9);
INSERT INTO public.hand_players VALUES ('n4w8tz', 2, 2, 13, 1, 0, 0, 0, 0, 0, false, 9);
INSERT INTO public.hand_players VALUES ('n4w8tz', 2, 3, 14, 1, 0, 0, 0, 0, 0, false, 9);

INSERT INTO public.hands VALUES ('ended1', 1, 1, 0, '31', '5', true, 'decided', '[8,34]', '[0,1]', '{"shaker":0,"calls":[[1,"31"]]}', 2000.25, 31, 0, NULL, '[]', '[]');
INSERT INTO public.hands VALUES ('n4w8tz', 1, 1, 1, '31', '5', true, 'decided', '[8,34]', '[0,1]', '{"shaker":0,"calls":[[1,"31"]]}', 5, 31, 0, NULL, '[]', '[]');
INSERT INTO public.hands VALUES ('n4w8tz', 2, 1, 1, '31', '5', true, 'decided', '[8,34]', '[0,1]', '{"shaker":0,"calls":[[1,"31"]]}', 9, 31, 0, NULL, '[]', '[]');

INSERT INTO public.heartbeats VALUES ('first', 7, 'first', 'first', 6.25, 6.25, '["42"]');

INSERT INTO public.leases VALUES (7, 7, 'first', true, 6.25);

INSERT INTO public.partners VALUES (-1, 'all', '', 13, 777000777, 0, 1, 1);
INSERT INTO public.partners VALUES (-1, 'all', '', 777000777, 13, 0, 1, 1);
INSERT INTO public.partners VALUES (-1, 'all', '42', 13, 777000777, 0, 1, 1);
INSERT INTO public.partners VALUES (-1, 'all', '42', 777000777, 13, 0, 1, 1);
INSERT INTO public.partners VALUES (-1, 'season', '', 13, 777000777, 0, 1, 1);
INSERT INTO public.partners VALUES (-1, 'season', '', 777000777, 13, 0, 1, 1);
INSERT INTO public.partners VALUES (-1, 'season', '42', 13, 777000777, 0, 1, 1);
INSERT INTO public.partners VALUES (-1, 'season', '42', 777000777, 13, 0, 1, 1);
INSERT INTO public.partners VALUES (-1, 'month', '', 13, 777000777, 0, 1, 1);
INSERT INTO public.partners VALUES (-1, 'month', '', 777000777, 13, 0, 1, 1);
INSERT INTO public.partners VALUES (-1, 'month', '42', 13, 777000777, 0, 1, 1);
INSERT INTO public.partners VALUES (-1, 'month', '42', 777000777, 13, 0, 1, 1);
INSERT INTO public.partners VALUES (-1, 'week', '', 13, 777000777, -259200, 1, 1);
INSERT INTO public.partners VALUES (-1, 'week', '', 777000777, 13, -259200, 1, 1);
INSERT INTO public.partners VALUES (-1, 'week', '42', 13, 777000777, -259200, 1, 1);
INSERT INTO public.partners VALUES (-1, 'week', '42', 777000777, 13, -259200, 1, 1);
INSERT INTO public.partners VALUES (1100000000000000001, 'all', '', 13, 777000777, 0, 1, 1);
INSERT INTO public.partners VALUES (1100000000000000001, 'all', '', 777000777, 13, 0, 1, 1);
INSERT INTO public.partners VALUES (1100000000000000001, 'all', '42', 13, 777000777, 0, 1, 1);
INSERT INTO public.partners VALUES (1100000000000000001, 'all', '42', 777000777, 13, 0, 1, 1);
INSERT INTO public.partners VALUES (1100000000000000001, 'season', '', 13, 777000777, 0, 1, 1);
INSERT INTO public.partners VALUES (1100000000000000001, 'season', '', 777000777, 13, 0, 1, 1);
INSERT INTO public.partners VALUES (1100000000000000001, 'season', '42', 13, 777000777, 0, 1, 1);
INSERT INTO public.partners VALUES (1100000000000000001, 'season', '42', 777000777, 13, 0, 1, 1);
INSERT INTO public.partners VALUES (1100000000000000001, 'month', '', 13, 777000777, 0, 1, 1);
INSERT INTO public.partners VALUES (1100000000000000001, 'month', '', 777000777, 13, 0, 1, 1);
INSERT INTO public.partners VALUES (1100000000000000001, 'month', '42', 13, 777000777, 0, 1, 1);
INSERT INTO public.partners VALUES (1100000000000000001, 'month', '42', 777000777, 13, 0, 1, 1);
INSERT INTO public.partners VALUES (1100000000000000001, 'week', '', 13, 777000777, -259200, 1, 1);
INSERT INTO public.partners VALUES (1100000000000000001, 'week', '', 777000777, 13, -259200, 1, 1);
INSERT INTO public.partners VALUES (1100000000000000001, 'week', '42', 13, 777000777, -259200, 1, 1);
INSERT INTO public.partners VALUES (1100000000000000001, 'week', '42', 777000777, 13, -259200, 1, 1);
INSERT INTO public.partners VALUES (-1, 'all', '', 11, 13, 0, 1, 0);
INSERT INTO public.partners VALUES (-1, 'all', '', 12, 14, 0, 2, 1);
INSERT INTO public.partners VALUES (-1, 'all', '', 13, 11, 0, 1, 0);
INSERT INTO public.partners VALUES (-1, 'all', '', 14, 12, 0, 2, 1);
INSERT INTO public.partners VALUES (-1, 'all', '42', 11, 13, 0, 1, 0);
INSERT INTO public.partners VALUES (-1, 'all', '42', 12, 14, 0, 2, 1);
INSERT INTO public.partners VALUES (-1, 'all', '42', 13, 11, 0, 1, 0);
INSERT INTO public.partners VALUES (-1, 'all', '42', 14, 12, 0, 2, 1);
INSERT INTO public.partners VALUES (-1, 'season', '', 11, 13, 0, 1, 0);
INSERT INTO public.partners VALUES (-1, 'season', '', 12, 14, 0, 2, 1);
INSERT INTO public.partners VALUES (-1, 'season', '', 13, 11, 0, 1, 0);
INSERT INTO public.partners VALUES (-1, 'season', '', 14, 12, 0, 2, 1);
INSERT INTO public.partners VALUES (-1, 'season', '42', 11, 13, 0, 1, 0);
INSERT INTO public.partners VALUES (-1, 'season', '42', 12, 14, 0, 2, 1);
INSERT INTO public.partners VALUES (-1, 'season', '42', 13, 11, 0, 1, 0);
INSERT INTO public.partners VALUES (-1, 'season', '42', 14, 12, 0, 2, 1);
INSERT INTO public.partners VALUES (-1, 'month', '', 11, 13, 0, 1, 0);
INSERT INTO public.partners VALUES (-1, 'month', '', 12, 14, 0, 2, 1);
INSERT INTO public.partners VALUES (-1, 'month', '', 13, 11, 0, 1, 0);
INSERT INTO public.partners VALUES (-1, 'month', '', 14, 12, 0, 2, 1);
INSERT INTO public.partners VALUES (-1, 'month', '42', 11, 13, 0, 1, 0);
INSERT INTO public.partners VALUES (-1, 'month', '42', 12, 14, 0, 2, 1);
INSERT INTO public.partners VALUES (-1, 'month', '42', 13, 11, 0, 1, 0);
INSERT INTO public.partners VALUES (-1, 'month', '42', 14, 12, 0, 2, 1);
INSERT INTO public.partners VALUES (-1, 'week', '', 11, 13, -259200, 1, 0);
INSERT INTO public.partners VALUES (-1, 'week', '', 12, 14, -259200, 2, 1);
INSERT INTO public.partners VALUES (-1, 'week', '', 13, 11, -259200, 1, 0);
INSERT INTO public.partners VALUES (-1, 'week', '', 14, 12, -259200, 2, 1);
INSERT INTO public.partners VALUES (-1, 'week', '42', 11, 13, -259200, 1, 0);
INSERT INTO public.partners VALUES (-1, 'week', '42', 12, 14, -259200, 2, 1);
INSERT INTO public.partners VALUES (-1, 'week', '42', 13, 11, -259200, 1, 0);
INSERT INTO public.partners VALUES (-1, 'week', '42', 14, 12, -259200, 2, 1);
INSERT INTO public.partners VALUES (1100000000000000001, 'all', '', 11, 13, 0, 1, 0);
INSERT INTO public.partners VALUES (1100000000000000001, 'all', '', 12, 14, 0, 2, 1);
INSERT INTO public.partners VALUES (1100000000000000001, 'all', '', 13, 11, 0, 1, 0);
INSERT INTO public.partners VALUES (1100000000000000001, 'all', '', 14, 12, 0, 2, 1);
INSERT INTO public.partners VALUES (1100000000000000001, 'all', '42', 11, 13, 0, 1, 0);
INSERT INTO public.partners VALUES (1100000000000000001, 'all', '42', 12, 14, 0, 2, 1);
INSERT INTO public.partners VALUES (1100000000000000001, 'all', '42', 13, 11, 0, 1, 0);
INSERT INTO public.partners VALUES (1100000000000000001, 'all', '42', 14, 12, 0, 2, 1);
INSERT INTO public.partners VALUES (1100000000000000001, 'season', '', 11, 13, 0, 1, 0);
INSERT INTO public.partners VALUES (1100000000000000001, 'season', '', 12, 14, 0, 2, 1);
INSERT INTO public.partners VALUES (1100000000000000001, 'season', '', 13, 11, 0, 1, 0);
INSERT INTO public.partners VALUES (1100000000000000001, 'season', '', 14, 12, 0, 2, 1);
INSERT INTO public.partners VALUES (1100000000000000001, 'season', '42', 11, 13, 0, 1, 0);
INSERT INTO public.partners VALUES (1100000000000000001, 'season', '42', 12, 14, 0, 2, 1);
INSERT INTO public.partners VALUES (1100000000000000001, 'season', '42', 13, 11, 0, 1, 0);
INSERT INTO public.partners VALUES (1100000000000000001, 'season', '42', 14, 12, 0, 2, 1);
INSERT INTO public.partners VALUES (1100000000000000001, 'month', '', 11, 13, 0, 1, 0);
INSERT INTO public.partners VALUES (1100000000000000001, 'month', '', 12, 14, 0, 2, 1);
INSERT INTO public.partners VALUES (1100000000000000001, 'month', '', 13, 11, 0, 1, 0);
INSERT INTO public.partners VALUES (1100000000000000001, 'month', '', 14, 12, 0, 2, 1);
INSERT INTO public.partners VALUES (1100000000000000001, 'month', '42', 11, 13, 0, 1, 0);
INSERT INTO public.partners VALUES (1100000000000000001, 'month', '42', 12, 14, 0, 2, 1);
INSERT INTO public.partners VALUES (1100000000000000001, 'month', '42', 13, 11, 0, 1, 0);
INSERT INTO public.partners VALUES (1100000000000000001, 'month', '42', 14, 12, 0, 2, 1);
INSERT INTO public.partners VALUES (1100000000000000001, 'week', '', 11, 13, -259200, 1, 0);
INSERT INTO public.partners VALUES (1100000000000000001, 'week', '', 12, 14, -259200, 2, 1);
INSERT INTO public.partners VALUES (1100000000000000001, 'week', '', 13, 11, -259200, 1, 0);
INSERT INTO public.partners VALUES (1100000000000000001, 'week', '', 14, 12, -259200, 2, 1);
INSERT INTO public.partners VALUES (1100000000000000001, 'week', '42', 11, 13, -259200, 1, 0);
INSERT INTO public.partners VALUES (1100000000000000001, 'week', '42', 12, 14, -259200, 2, 1);
INSERT INTO public.partners VALUES (1100000000000000001, 'week', '42', 13, 11, -259200, 1, 0);
INSERT INTO public.partners VALUES (1100000000000000001, 'week', '42', 14, 12, -259200, 2, 1);

INSERT INTO public.people VALUES (777000777, 'Secret Name', false, false, 'es-ES', true, true, false, false, 'late', 'America/Chicago', NULL, 7, false, NULL, false, '[]', NULL);
INSERT INTO public.people VALUES (11, 'Nancy', true, false, NULL, true, true, false, false, 'late', 'America/Chicago', NULL, 7, false, NULL, false, '[]', NULL);
INSERT INTO public.people VALUES (12, 'Ella', true, false, NULL, true, true, false, false, 'late', 'America/Chicago', NULL, 7, false, NULL, false, '[]', NULL);
INSERT INTO public.people VALUES (13, 'Steve', true, false, NULL, true, true, false, false, 'late', 'America/Chicago', NULL, 7, false, NULL, false, '[]', NULL);
INSERT INTO public.people VALUES (14, 'Will', true, false, NULL, true, true, false, false, 'late', 'America/Chicago', NULL, 7, false, NULL, false, '[]', NULL);

INSERT INTO public.rating_changes VALUES ('first', 7, 7, 'first', 7, 7, 6.25, 7, 6.25, 6.25, 7, 7, 7, true);

INSERT INTO public.ratings VALUES (7, 'first', 7, 6.25, 6.25, 7, 7);

INSERT INTO public.redraws VALUES (7, 7, 'first', 7, 6.25, 'first', 7);

INSERT INTO public.report_messages VALUES (7, 7, 7, 7, 7, 'first', 6.25);

INSERT INTO public.report_people VALUES (2, 777000777);

INSERT INTO public.reports VALUES (1, 777000777, 'Secret Name', 7, 70, 'Rude.', 900, NULL);
INSERT INTO public.reports VALUES (2, 12, 'Ella', 7, 70, '<@777000777>', 900, NULL);

INSERT INTO public.run_times VALUES (6.25, 6.25);

INSERT INTO public.seat_log VALUES ('live01', 1, 'sat', 0, 777000777, 1, 900);

INSERT INTO public.seats VALUES ('ended1', 0, false, 'person', 777000777, 'Secret Name', '', false, 0, false, NULL, NULL, '', false, false, NULL, NULL, '');
INSERT INTO public.seats VALUES ('ended1', 1, false, 'person', 12, 'Ella', '', false, 0, false, NULL, NULL, '', false, false, NULL, NULL, '');
INSERT INTO public.seats VALUES ('ended1', 2, false, 'person', 13, 'Steve', '', false, 0, false, NULL, NULL, '', false, false, NULL, NULL, '');
INSERT INTO public.seats VALUES ('ended1', 3, false, 'person', 14, 'Will', '', false, 0, false, NULL, NULL, '', false, false, NULL, NULL, '');
INSERT INTO public.seats VALUES ('live01', 0, true, 'computer', NULL, 'Lou', '', false, 0, false, 777000777, NULL, '', false, false, NULL, NULL, '');
INSERT INTO public.seats VALUES ('live01', 1, true, 'person', 12, 'Ella', '', false, 0, false, NULL, NULL, '', false, false, NULL, NULL, '');
INSERT INTO public.seats VALUES ('live01', 2, true, 'person', 13, 'Steve', '', false, 0, false, NULL, NULL, '', false, false, NULL, NULL, '');
INSERT INTO public.seats VALUES ('live01', 3, true, 'person', 14, 'Will', '', false, 0, false, NULL, NULL, '', false, false, NULL, NULL, '');
INSERT INTO public.seats VALUES ('n4w8tz', 0, false, 'person', 11, 'Nancy', '', false, 0, false, NULL, NULL, '', false, false, NULL, NULL, '');
INSERT INTO public.seats VALUES ('n4w8tz', 1, false, 'person', 12, 'Ella', '', false, 0, false, NULL, NULL, '', false, false, NULL, NULL, '');
INSERT INTO public.seats VALUES ('n4w8tz', 2, false, 'person', 13, 'Steve', '', false, 0, false, NULL, NULL, '', false, false, NULL, NULL, '');
INSERT INTO public.seats VALUES ('n4w8tz', 3, false, 'person', 14, 'Will', '', false, 0, false, NULL, NULL, '', false, false, NULL, NULL, '');
INSERT INTO public.seats VALUES ('p2h6md', 0, true, 'person', 11, 'Nancy', '', false, 0, false, NULL, NULL, '', false, false, NULL, NULL, '');
INSERT INTO public.seats VALUES ('p2h6md', 1, true, 'person', 12, 'Ella', '', false, 0, false, NULL, NULL, '', false, false, NULL, NULL, '');
INSERT INTO public.seats VALUES ('p2h6md', 2, true, 'person', 13, 'Steve', '', false, 0, false, NULL, NULL, '', false, false, NULL, NULL, '');
INSERT INTO public.seats VALUES ('p2h6md', 3, true, 'person', 14, 'Will', '', false, 0, false, NULL, NULL, '', false, false, NULL, NULL, '');
INSERT INTO public.seats VALUES ('k3f9q2', 0, true, 'person', 11, 'Nancy', '', false, 0, false, NULL, NULL, '', false, false, NULL, NULL, '');
INSERT INTO public.seats VALUES ('k3f9q2', 1, true, 'person', 12, 'Ella', '', false, 0, false, NULL, NULL, '', false, false, NULL, NULL, '');
INSERT INTO public.seats VALUES ('k3f9q2', 2, true, 'person', 13, 'Steve', '', false, 0, false, NULL, NULL, '', false, false, NULL, NULL, '');
INSERT INTO public.seats VALUES ('k3f9q2', 3, true, 'person', 14, 'Will', '', false, 0, false, NULL, NULL, '', false, false, NULL, NULL, '');

INSERT INTO public.server_settings VALUES (7, '["42"]', true, 'first', 'first', 7, true, true, 'first', 7, 7, 7);

INSERT INTO public.servers VALUES (7, 6.25);

INSERT INTO public.shakes VALUES ('ended1', 1, 'a:1', 'cccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccc', '\x0000000000000000000000000000000000000000000000000000000000000000', false);
INSERT INTO public.shakes VALUES ('live01', 1, 'a:1', 'cccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccc', '\x0000000000000000000000000000000000000000000000000000000000000000', false);
INSERT INTO public.shakes VALUES ('n4w8tz', 1, 'a:1', 'cccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccc', '\x0000000000000000000000000000000000000000000000000000000000000000', false);
INSERT INTO public.shakes VALUES ('p2h6md', 1, 'a:1', 'cccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccc', '\x0000000000000000000000000000000000000000000000000000000000000000', false);
INSERT INTO public.shakes VALUES ('k3f9q2', 1, 'a:1', 'cccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccc', '\x0000000000000000000000000000000000000000000000000000000000000000', false);

INSERT INTO public.shared_messages VALUES (7, 7, 7, 7, 6.25, 'first');

INSERT INTO public.standings VALUES (-1, 'all', 'all', '', 777000777, 0, 1, 1, 3, 1, 1, 1, 31, 0, 0, 0, 0, 0, NULL);
INSERT INTO public.standings VALUES (1100000000000000001, 'all', 'all', '', 777000777, 0, 1, 1, 3, 1, 1, 1, 31, 0, 0, 0, 0, 0, NULL);
INSERT INTO public.standings VALUES (-1, 'people', 'all', '', 777000777, 0, 1, 1, 3, 1, 1, 1, 31, 0, 0, 0, 1, 1, NULL);
INSERT INTO public.standings VALUES (-1, 'people', 'all', '42', 777000777, 0, 1, 1, 3, 1, 1, 1, 31, 0, 0, 0, 1, 1, NULL);
INSERT INTO public.standings VALUES (-1, 'people', 'season', '', 777000777, 0, 1, 1, 3, 1, 1, 1, 31, 0, 0, 0, 1, 1, NULL);
INSERT INTO public.standings VALUES (-1, 'people', 'season', '42', 777000777, 0, 1, 1, 3, 1, 1, 1, 31, 0, 0, 0, 1, 1, NULL);
INSERT INTO public.standings VALUES (-1, 'people', 'month', '', 777000777, 0, 1, 1, 3, 1, 1, 1, 31, 0, 0, 0, 1, 1, NULL);
INSERT INTO public.standings VALUES (-1, 'people', 'month', '42', 777000777, 0, 1, 1, 3, 1, 1, 1, 31, 0, 0, 0, 1, 1, NULL);
INSERT INTO public.standings VALUES (-1, 'people', 'week', '', 777000777, -259200, 1, 1, 3, 1, 1, 1, 31, 0, 0, 0, 1, 1, NULL);
INSERT INTO public.standings VALUES (-1, 'people', 'week', '42', 777000777, -259200, 1, 1, 3, 1, 1, 1, 31, 0, 0, 0, 1, 1, NULL);
INSERT INTO public.standings VALUES (1100000000000000001, 'people', 'all', '', 777000777, 0, 1, 1, 3, 1, 1, 1, 31, 0, 0, 0, 1, 1, NULL);
INSERT INTO public.standings VALUES (1100000000000000001, 'people', 'all', '42', 777000777, 0, 1, 1, 3, 1, 1, 1, 31, 0, 0, 0, 1, 1, NULL);
INSERT INTO public.standings VALUES (1100000000000000001, 'people', 'season', '', 777000777, 0, 1, 1, 3, 1, 1, 1, 31, 0, 0, 0, 1, 1, NULL);
INSERT INTO public.standings VALUES (1100000000000000001, 'people', 'season', '42', 777000777, 0, 1, 1, 3, 1, 1, 1, 31, 0, 0, 0, 1, 1, NULL);
INSERT INTO public.standings VALUES (-1, 'all', 'all', '', 12, 0, 2, 1, 14, 3, 2, 2, 62, 0, 0, 0, 0, 0, NULL);
INSERT INTO public.standings VALUES (-1, 'all', 'all', '', 13, 0, 2, 1, 6, 3, 0, 0, 0, 0, 0, 0, 0, 0, NULL);
INSERT INTO public.standings VALUES (1100000000000000001, 'people', 'month', '', 777000777, 0, 1, 1, 3, 1, 1, 1, 31, 0, 0, 0, 1, 1, NULL);
INSERT INTO public.standings VALUES (1100000000000000001, 'people', 'month', '42', 777000777, 0, 1, 1, 3, 1, 1, 1, 31, 0, 0, 0, 1, 1, NULL);
INSERT INTO public.standings VALUES (1100000000000000001, 'people', 'week', '', 777000777, -259200, 1, 1, 3, 1, 1, 1, 31, 0, 0, 0, 1, 1, NULL);
INSERT INTO public.standings VALUES (1100000000000000001, 'people', 'week', '42', 777000777, -259200, 1, 1, 3, 1, 1, 1, 31, 0, 0, 0, 1, 1, NULL);
INSERT INTO public.standings VALUES (-1, 'all', 'all', '', 11, 0, 1, 0, 3, 2, 0, 0, 0, 0, 0, 0, 0, 0, NULL);
INSERT INTO public.standings VALUES (-1, 'all', 'all', '', 14, 0, 2, 1, 14, 3, 0, 0, 0, 0, 0, 0, 0, 0, NULL);
INSERT INTO public.standings VALUES (1100000000000000001, 'all', 'all', '', 11, 0, 1, 0, 3, 2, 0, 0, 0, 0, 0, 0, 0, 0, NULL);
INSERT INTO public.standings VALUES (1100000000000000001, 'all', 'all', '', 12, 0, 2, 1, 14, 3, 2, 2, 62, 0, 0, 0, 0, 0, NULL);
INSERT INTO public.standings VALUES (1100000000000000001, 'all', 'all', '', 13, 0, 2, 1, 6, 3, 0, 0, 0, 0, 0, 0, 0, 0, NULL);
INSERT INTO public.standings VALUES (1100000000000000001, 'all', 'all', '', 14, 0, 2, 1, 14, 3, 0, 0, 0, 0, 0, 0, 0, 0, NULL);
INSERT INTO public.standings VALUES (-1, 'people', 'all', '', 11, 0, 1, 0, 3, 2, 0, 0, 0, 0, 0, 0, 0, 0, NULL);
INSERT INTO public.standings VALUES (-1, 'people', 'all', '', 12, 0, 2, 1, 14, 3, 2, 2, 62, 0, 0, 0, 1, 1, NULL);
INSERT INTO public.standings VALUES (-1, 'people', 'all', '', 13, 0, 2, 1, 6, 3, 0, 0, 0, 0, 0, 0, 0, 1, NULL);
INSERT INTO public.standings VALUES (-1, 'people', 'all', '', 14, 0, 2, 1, 14, 3, 0, 0, 0, 0, 0, 0, 1, 1, NULL);
INSERT INTO public.standings VALUES (-1, 'people', 'all', '42', 11, 0, 1, 0, 3, 2, 0, 0, 0, 0, 0, 0, 0, 0, NULL);
INSERT INTO public.standings VALUES (-1, 'people', 'all', '42', 12, 0, 2, 1, 14, 3, 2, 2, 62, 0, 0, 0, 1, 1, NULL);
INSERT INTO public.standings VALUES (-1, 'people', 'all', '42', 13, 0, 2, 1, 6, 3, 0, 0, 0, 0, 0, 0, 0, 1, NULL);
INSERT INTO public.standings VALUES (-1, 'people', 'all', '42', 14, 0, 2, 1, 14, 3, 0, 0, 0, 0, 0, 0, 1, 1, NULL);
INSERT INTO public.standings VALUES (-1, 'people', 'season', '', 11, 0, 1, 0, 3, 2, 0, 0, 0, 0, 0, 0, 0, 0, NULL);
INSERT INTO public.standings VALUES (-1, 'people', 'season', '', 12, 0, 2, 1, 14, 3, 2, 2, 62, 0, 0, 0, 1, 1, NULL);
INSERT INTO public.standings VALUES (-1, 'people', 'season', '', 13, 0, 2, 1, 6, 3, 0, 0, 0, 0, 0, 0, 0, 1, NULL);
INSERT INTO public.standings VALUES (-1, 'people', 'season', '', 14, 0, 2, 1, 14, 3, 0, 0, 0, 0, 0, 0, 1, 1, NULL);
INSERT INTO public.standings VALUES (-1, 'people', 'season', '42', 11, 0, 1, 0, 3, 2, 0, 0, 0, 0, 0, 0, 0, 0, NULL);
INSERT INTO public.standings VALUES (-1, 'people', 'season', '42', 12, 0, 2, 1, 14, 3, 2, 2, 62, 0, 0, 0, 1, 1, NULL);
INSERT INTO public.standings VALUES (-1, 'people', 'season', '42', 13, 0, 2, 1, 6, 3, 0, 0, 0, 0, 0, 0, 0, 1, NULL);
INSERT INTO public.standings VALUES (-1, 'people', 'season', '42', 14, 0, 2, 1, 14, 3, 0, 0, 0, 0, 0, 0, 1, 1, NULL);
INSERT INTO public.standings VALUES (-1, 'people', 'month', '', 11, 0, 1, 0, 3, 2, 0, 0, 0, 0, 0, 0, 0, 0, NULL);
INSERT INTO public.standings VALUES (-1, 'people', 'month', '', 12, 0, 2, 1, 14, 3, 2, 2, 62, 0, 0, 0, 1, 1, NULL);
INSERT INTO public.standings VALUES (-1, 'people', 'month', '', 13, 0, 2, 1, 6, 3, 0, 0, 0, 0, 0, 0, 0, 1, NULL);
INSERT INTO public.standings VALUES (-1, 'people', 'month', '', 14, 0, 2, 1, 14, 3, 0, 0, 0, 0, 0, 0, 1, 1, NULL);
INSERT INTO public.standings VALUES (-1, 'people', 'month', '42', 11, 0, 1, 0, 3, 2, 0, 0, 0, 0, 0, 0, 0, 0, NULL);
INSERT INTO public.standings VALUES (-1, 'people', 'month', '42', 12, 0, 2, 1, 14, 3, 2, 2, 62, 0, 0, 0, 1, 1, NULL);
INSERT INTO public.standings VALUES (-1, 'people', 'month', '42', 13, 0, 2, 1, 6, 3, 0, 0, 0, 0, 0, 0, 0, 1, NULL);
INSERT INTO public.standings VALUES (-1, 'people', 'month', '42', 14, 0, 2, 1, 14, 3, 0, 0, 0, 0, 0, 0, 1, 1, NULL);
INSERT INTO public.standings VALUES (-1, 'people', 'week', '', 11, -259200, 1, 0, 3, 2, 0, 0, 0, 0, 0, 0, 0, 0, NULL);
INSERT INTO public.standings VALUES (-1, 'people', 'week', '', 12, -259200, 2, 1, 14, 3, 2, 2, 62, 0, 0, 0, 1, 1, NULL);
INSERT INTO public.standings VALUES (-1, 'people', 'week', '', 13, -259200, 2, 1, 6, 3, 0, 0, 0, 0, 0, 0, 0, 1, NULL);
INSERT INTO public.standings VALUES (-1, 'people', 'week', '', 14, -259200, 2, 1, 14, 3, 0, 0, 0, 0, 0, 0, 1, 1, NULL);
INSERT INTO public.standings VALUES (-1, 'people', 'week', '42', 11, -259200, 1, 0, 3, 2, 0, 0, 0, 0, 0, 0, 0, 0, NULL);
INSERT INTO public.standings VALUES (-1, 'people', 'week', '42', 12, -259200, 2, 1, 14, 3, 2, 2, 62, 0, 0, 0, 1, 1, NULL);
INSERT INTO public.standings VALUES (-1, 'people', 'week', '42', 13, -259200, 2, 1, 6, 3, 0, 0, 0, 0, 0, 0, 0, 1, NULL);
INSERT INTO public.standings VALUES (-1, 'people', 'week', '42', 14, -259200, 2, 1, 14, 3, 0, 0, 0, 0, 0, 0, 1, 1, NULL);
INSERT INTO public.standings VALUES (1100000000000000001, 'people', 'all', '', 11, 0, 1, 0, 3, 2, 0, 0, 0, 0, 0, 0, 0, 0, NULL);
INSERT INTO public.standings VALUES (1100000000000000001, 'people', 'all', '', 12, 0, 2, 1, 14, 3, 2, 2, 62, 0, 0, 0, 1, 1, NULL);
INSERT INTO public.standings VALUES (1100000000000000001, 'people', 'all', '', 13, 0, 2, 1, 6, 3, 0, 0, 0, 0, 0, 0, 0, 1, NULL);
INSERT INTO public.standings VALUES (1100000000000000001, 'people', 'all', '', 14, 0, 2, 1, 14, 3, 0, 0, 0, 0, 0, 0, 1, 1, NULL);
INSERT INTO public.standings VALUES (1100000000000000001, 'people', 'all', '42', 11, 0, 1, 0, 3, 2, 0, 0, 0, 0, 0, 0, 0, 0, NULL);
INSERT INTO public.standings VALUES (1100000000000000001, 'people', 'all', '42', 12, 0, 2, 1, 14, 3, 2, 2, 62, 0, 0, 0, 1, 1, NULL);
INSERT INTO public.standings VALUES (1100000000000000001, 'people', 'all', '42', 13, 0, 2, 1, 6, 3, 0, 0, 0, 0, 0, 0, 0, 1, NULL);
INSERT INTO public.standings VALUES (1100000000000000001, 'people', 'all', '42', 14, 0, 2, 1, 14, 3, 0, 0, 0, 0, 0, 0, 1, 1, NULL);
INSERT INTO public.standings VALUES (1100000000000000001, 'people', 'season', '', 11, 0, 1, 0, 3, 2, 0, 0, 0, 0, 0, 0, 0, 0, NULL);
INSERT INTO public.standings VALUES (1100000000000000001, 'people', 'season', '', 12, 0, 2, 1, 14, 3, 2, 2, 62, 0, 0, 0, 1, 1, NULL);
INSERT INTO public.standings VALUES (1100000000000000001, 'people', 'season', '', 13, 0, 2, 1, 6, 3, 0, 0, 0, 0, 0, 0, 0, 1, NULL);
INSERT INTO public.standings VALUES (1100000000000000001, 'people', 'season', '', 14, 0, 2, 1, 14, 3, 0, 0, 0, 0, 0, 0, 1, 1, NULL);
INSERT INTO public.standings VALUES (1100000000000000001, 'people', 'season', '42', 11, 0, 1, 0, 3, 2, 0, 0, 0, 0, 0, 0, 0, 0, NULL);
INSERT INTO public.standings VALUES (1100000000000000001, 'people', 'season', '42', 12, 0, 2, 1, 14, 3, 2, 2, 62, 0, 0, 0, 1, 1, NULL);
INSERT INTO public.standings VALUES (1100000000000000001, 'people', 'season', '42', 13, 0, 2, 1, 6, 3, 0, 0, 0, 0, 0, 0, 0, 1, NULL);
INSERT INTO public.standings VALUES (1100000000000000001, 'people', 'season', '42', 14, 0, 2, 1, 14, 3, 0, 0, 0, 0, 0, 0, 1, 1, NULL);
INSERT INTO public.standings VALUES (1100000000000000001, 'people', 'month', '', 11, 0, 1, 0, 3, 2, 0, 0, 0, 0, 0, 0, 0, 0, NULL);
INSERT INTO public.standings VALUES (1100000000000000001, 'people', 'month', '', 12, 0, 2, 1, 14, 3, 2, 2, 62, 0, 0, 0, 1, 1, NULL);
INSERT INTO public.standings VALUES (1100000000000000001, 'people', 'month', '', 13, 0, 2, 1, 6, 3, 0, 0, 0, 0, 0, 0, 0, 1, NULL);
INSERT INTO public.standings VALUES (1100000000000000001, 'people', 'month', '', 14, 0, 2, 1, 14, 3, 0, 0, 0, 0, 0, 0, 1, 1, NULL);
INSERT INTO public.standings VALUES (1100000000000000001, 'people', 'month', '42', 11, 0, 1, 0, 3, 2, 0, 0, 0, 0, 0, 0, 0, 0, NULL);
INSERT INTO public.standings VALUES (1100000000000000001, 'people', 'month', '42', 12, 0, 2, 1, 14, 3, 2, 2, 62, 0, 0, 0, 1, 1, NULL);
INSERT INTO public.standings VALUES (1100000000000000001, 'people', 'month', '42', 13, 0, 2, 1, 6, 3, 0, 0, 0, 0, 0, 0, 0, 1, NULL);
INSERT INTO public.standings VALUES (1100000000000000001, 'people', 'month', '42', 14, 0, 2, 1, 14, 3, 0, 0, 0, 0, 0, 0, 1, 1, NULL);
INSERT INTO public.standings VALUES (1100000000000000001, 'people', 'week', '', 11, -259200, 1, 0, 3, 2, 0, 0, 0, 0, 0, 0, 0, 0, NULL);
INSERT INTO public.standings VALUES (1100000000000000001, 'people', 'week', '', 12, -259200, 2, 1, 14, 3, 2, 2, 62, 0, 0, 0, 1, 1, NULL);
INSERT INTO public.standings VALUES (1100000000000000001, 'people', 'week', '', 13, -259200, 2, 1, 6, 3, 0, 0, 0, 0, 0, 0, 0, 1, NULL);
INSERT INTO public.standings VALUES (1100000000000000001, 'people', 'week', '', 14, -259200, 2, 1, 14, 3, 0, 0, 0, 0, 0, 0, 1, 1, NULL);
INSERT INTO public.standings VALUES (1100000000000000001, 'people', 'week', '42', 11, -259200, 1, 0, 3, 2, 0, 0, 0, 0, 0, 0, 0, 0, NULL);
INSERT INTO public.standings VALUES (1100000000000000001, 'people', 'week', '42', 12, -259200, 2, 1, 14, 3, 2, 2, 62, 0, 0, 0, 1, 1, NULL);
INSERT INTO public.standings VALUES (1100000000000000001, 'people', 'week', '42', 13, -259200, 2, 1, 6, 3, 0, 0, 0, 0, 0, 0, 0, 1, NULL);
INSERT INTO public.standings VALUES (1100000000000000001, 'people', 'week', '42', 14, -259200, 2, 1, 14, 3, 0, 0, 0, 0, 0, 0, 1, 1, NULL);

INSERT INTO public.surfaces VALUES ('live01', 'hand', 777000777, 1, 2, 3, '', 1);
INSERT INTO public.surfaces VALUES ('live01', 'ping', 777000777, 1, 2, 3, '', 1);
INSERT INTO public.surfaces VALUES ('live01', 'hand', 777000777, 2, 2, 0, '', 1);
INSERT INTO public.surfaces VALUES ('ended1', 'board', 0, 1, 4, 5, '', 1);
INSERT INTO public.surfaces VALUES ('live01', 'board', 0, 1, 4, 6, '', 1);

INSERT INTO public.tables VALUES ('ended1', 1100000000000000001, 1, 500, 500, 777000777, '42', '{"preset":"straight-marks"}', 'closed', NULL, 1, 2, 1, 1, '[0,0]', '[0,0]', NULL, 0, NULL, 0, 0, false, false, NULL, NULL, NULL, NULL, NULL, NULL, false, NULL, false, false, 'ALL', true, NULL, NULL, NULL);
INSERT INTO public.tables VALUES ('live01', 1100000000000000001, 1, 500, 500, 777000777, '42', '{"preset":"straight-marks"}', 'playing', NULL, 2, 1, 1, 1, '[0,0]', '[0,0]', NULL, 0, NULL, 0, 0, false, false, NULL, NULL, NULL, NULL, NULL, NULL, false, NULL, false, false, 'ALL', true, NULL, NULL, NULL);
INSERT INTO public.tables VALUES ('n4w8tz', 1100000000000000001, 2, 500, 500, 11, '42', '{"preset":"straight-marks"}', 'closed', NULL, 1, 3, 1, 1, '[0,0]', '[0,0]', NULL, 0, NULL, 0, 0, false, false, NULL, NULL, NULL, NULL, NULL, NULL, false, NULL, false, false, 'ALL', true, NULL, NULL, NULL);
INSERT INTO public.tables VALUES ('p2h6md', 1100000000000000001, 2, 501, 500, 11, '42', '{"preset":"straight-marks"}', 'playing', NULL, 3, 1, 1, 1, '[0,0]', '[0,0]', NULL, 0, NULL, 0, 0, false, false, NULL, NULL, NULL, NULL, NULL, NULL, false, NULL, false, false, 'ALL', true, NULL, NULL, NULL);
INSERT INTO public.tables VALUES ('k3f9q2', 1100000000000000001, 1, 500, 500, 11, '42', '{"preset":"straight-marks"}', 'playing', NULL, 1, 0, 1, 1, '[0,0]', '[0,0]', NULL, 0, NULL, 0, 0, false, false, NULL, 'ev3n7s', NULL, NULL, NULL, NULL, false, NULL, false, false, 'ALL', true, NULL, NULL, NULL);

INSERT INTO public.undelivered VALUES ('first', 'first', 7, 7, 7, 'first', 7, 'first', 7, 6.25, true);

INSERT INTO public.vote_picks VALUES ('v1', 12, '32');

INSERT INTO public.votes VALUES ('v1', 7, 70, 0, 11, '{"rules":{"preset":"house"},"hand":["66","65","64","63","62","61","60"],"calls":["31"],"total":[3,2]}', 2000000000, false, '{}', '');

INSERT INTO public.welcomes VALUES (7, 7, 7, 7, 6.25, 7, 7);

ALTER TABLE ONLY public.acts
    ADD CONSTRAINT acts_pkey PRIMARY KEY (table_id, seq);

ALTER TABLE ONLY public.alembic_version
    ADD CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num);

ALTER TABLE ONLY public.blocks
    ADD CONSTRAINT blocks_pkey PRIMARY KEY (blocked_id);

ALTER TABLE ONLY public.close_orders
    ADD CONSTRAINT close_orders_pkey PRIMARY KEY (table_id);

ALTER TABLE ONLY public.daily_boards
    ADD CONSTRAINT daily_boards_pkey PRIMARY KEY (day, guild_id, week);

ALTER TABLE ONLY public.daily_days
    ADD CONSTRAINT daily_days_pkey PRIMARY KEY (day);

ALTER TABLE ONLY public.daily_experts
    ADD CONSTRAINT daily_experts_pkey PRIMARY KEY (day, version);

ALTER TABLE ONLY public.daily_hands
    ADD CONSTRAINT daily_hands_pkey PRIMARY KEY (day, user_id);

ALTER TABLE ONLY public.daily_marks
    ADD CONSTRAINT daily_marks_pkey PRIMARY KEY (day, mark);

ALTER TABLE ONLY public.daily_reminders
    ADD CONSTRAINT daily_reminders_pkey PRIMARY KEY (user_id);

ALTER TABLE ONLY public.deletions
    ADD CONSTRAINT deletions_pkey PRIMARY KEY (user_id);

ALTER TABLE ONLY public.dm_channels
    ADD CONSTRAINT dm_channels_pkey PRIMARY KEY (user_id);

ALTER TABLE ONLY public.dm_openings
    ADD CONSTRAINT dm_openings_pkey PRIMARY KEY (opening_id);

ALTER TABLE ONLY public.draws
    ADD CONSTRAINT draws_pkey PRIMARY KEY (table_id, game_no);

ALTER TABLE ONLY public.event_games
    ADD CONSTRAINT event_games_pkey PRIMARY KEY (event_id, round_no, table_no);

ALTER TABLE ONLY public.event_players
    ADD CONSTRAINT event_players_pkey PRIMARY KEY (event_id, number);

ALTER TABLE ONLY public.event_surfaces
    ADD CONSTRAINT event_surfaces_pkey PRIMARY KEY (event_id);

ALTER TABLE ONLY public.events
    ADD CONSTRAINT events_pkey PRIMARY KEY (event_id);

ALTER TABLE ONLY public.game_players
    ADD CONSTRAINT game_players_pkey PRIMARY KEY (table_id, game_no, seat);

ALTER TABLE ONLY public.games
    ADD CONSTRAINT games_pkey PRIMARY KEY (table_id, game_no);

ALTER TABLE ONLY public.hand_players
    ADD CONSTRAINT hand_players_pkey PRIMARY KEY (table_id, hand_no, seat);

ALTER TABLE ONLY public.hands
    ADD CONSTRAINT hands_pkey PRIMARY KEY (table_id, hand_no);

ALTER TABLE ONLY public.heartbeats
    ADD CONSTRAINT heartbeats_pkey PRIMARY KEY (process);

ALTER TABLE ONLY public.leases
    ADD CONSTRAINT leases_pkey PRIMARY KEY (shards, shard);

ALTER TABLE ONLY public.partners
    ADD CONSTRAINT partners_pkey PRIMARY KEY (guild_id, span, game, user_id, partner_id);

ALTER TABLE ONLY public.people
    ADD CONSTRAINT people_pkey PRIMARY KEY (user_id);

ALTER TABLE ONLY public.rating_changes
    ADD CONSTRAINT rating_changes_pkey PRIMARY KEY (table_id, game_no, guild_id, game, seat);

ALTER TABLE ONLY public.ratings
    ADD CONSTRAINT ratings_pkey PRIMARY KEY (guild_id, game, user_id);

ALTER TABLE ONLY public.redraws
    ADD CONSTRAINT redraws_pkey PRIMARY KEY (channel_id, message_id);

ALTER TABLE ONLY public.report_messages
    ADD CONSTRAINT report_messages_pkey PRIMARY KEY (first);

ALTER TABLE ONLY public.report_people
    ADD CONSTRAINT report_people_pkey PRIMARY KEY (number, user_id);

ALTER TABLE ONLY public.reports
    ADD CONSTRAINT reports_pkey PRIMARY KEY (number);

ALTER TABLE ONLY public.run_times
    ADD CONSTRAINT run_times_pkey PRIMARY KEY (began_at);

ALTER TABLE ONLY public.seat_log
    ADD CONSTRAINT seat_log_pkey PRIMARY KEY (table_id, number);

ALTER TABLE ONLY public.seats
    ADD CONSTRAINT seats_pkey PRIMARY KEY (table_id, seat);

ALTER TABLE ONLY public.server_settings
    ADD CONSTRAINT server_settings_pkey PRIMARY KEY (guild_id);

ALTER TABLE ONLY public.servers
    ADD CONSTRAINT servers_pkey PRIMARY KEY (guild_id);

ALTER TABLE ONLY public.shakes
    ADD CONSTRAINT shakes_pkey PRIMARY KEY (table_id, hand_no);

ALTER TABLE ONLY public.shared_messages
    ADD CONSTRAINT shared_messages_pkey PRIMARY KEY (user_id, channel_id, message_id);

ALTER TABLE ONLY public.standings
    ADD CONSTRAINT standings_pkey PRIMARY KEY (guild_id, board, span, game, user_id);

ALTER TABLE ONLY public.surfaces
    ADD CONSTRAINT surfaces_pkey PRIMARY KEY (table_id, kind, user_id, hand_no);

ALTER TABLE ONLY public.tables
    ADD CONSTRAINT tables_pkey PRIMARY KEY (table_id);

ALTER TABLE ONLY public.undelivered
    ADD CONSTRAINT undelivered_pkey PRIMARY KEY (kind, key);

ALTER TABLE ONLY public.vote_picks
    ADD CONSTRAINT vote_picks_pkey PRIMARY KEY (vote_id, user_id);

ALTER TABLE ONLY public.votes
    ADD CONSTRAINT votes_pkey PRIMARY KEY (vote_id);

ALTER TABLE ONLY public.welcomes
    ADD CONSTRAINT welcomes_pkey PRIMARY KEY (guild_id);

CREATE INDEX acts_user ON public.acts USING btree (user_id) WHERE (user_id IS NOT NULL);

CREATE INDEX daily_days_open ON public.daily_days USING btree (day) WHERE (closed_at IS NULL);

CREATE INDEX daily_days_unswept ON public.daily_days USING btree (closed_at) WHERE ((closed_at IS NOT NULL) AND (NOT swept));

CREATE INDEX daily_hands_field ON public.daily_hands USING btree (day, version, score, bid, ours, made, lead);

CREATE INDEX daily_hands_user ON public.daily_hands USING btree (user_id, day);

CREATE INDEX event_players_user ON public.event_players USING btree (user_id);

CREATE INDEX event_players_wish ON public.event_players USING btree (wish) WHERE (wish IS NOT NULL);

CREATE INDEX events_host ON public.events USING btree (host_id);

CREATE UNIQUE INDEX events_live ON public.events USING btree (channel_id) WHERE ((status)::text <> 'closed'::text);

CREATE INDEX events_live_guild ON public.events USING btree (guild_id) WHERE ((status)::text <> 'closed'::text);

CREATE INDEX game_players_user ON public.game_players USING btree (user_id, at);

CREATE INDEX hand_players_user ON public.hand_players USING btree (user_id, at);

CREATE INDEX partners_partner ON public.partners USING btree (partner_id);

CREATE INDEX partners_user ON public.partners USING btree (user_id);

CREATE INDEX people_off_boards ON public.people USING btree (user_id) WHERE (NOT on_boards);

CREATE INDEX rating_changes_user ON public.rating_changes USING btree (user_id, guild_id, game, at);

CREATE INDEX ratings_user ON public.ratings USING btree (user_id);

CREATE INDEX redraws_due ON public.redraws USING btree (due_at);

CREATE INDEX redraws_user ON public.redraws USING btree (user_id) WHERE (user_id IS NOT NULL);

CREATE INDEX report_messages_host ON public.report_messages USING btree (host_id, first);

CREATE INDEX report_people_user ON public.report_people USING btree (user_id);

CREATE INDEX reports_user ON public.reports USING btree (user_id, at);

CREATE INDEX reports_waiting ON public.reports USING btree (number) WHERE (told_at IS NULL);

CREATE INDEX seat_log_user ON public.seat_log USING btree (user_id);

CREATE INDEX seats_dealt ON public.seats USING btree (dealt_to) WHERE (dealt_to IS NOT NULL);

CREATE INDEX seats_played ON public.seats USING btree (played_by) WHERE (played_by IS NOT NULL);

CREATE INDEX seats_reserved ON public.seats USING btree (reserved_by) WHERE (reserved_by IS NOT NULL);

CREATE INDEX seats_user ON public.seats USING btree (user_id, live);

CREATE INDEX shared_messages_at ON public.shared_messages USING btree (at);

CREATE INDEX shared_messages_guild ON public.shared_messages USING btree (guild_id);

CREATE UNIQUE INDEX shared_messages_once ON public.shared_messages USING btree (user_id, channel_id, about);

CREATE INDEX standings_user ON public.standings USING btree (user_id);

CREATE INDEX surfaces_user ON public.surfaces USING btree (user_id);

CREATE INDEX tables_host ON public.tables USING btree (host_id);

CREATE UNIQUE INDEX tables_live ON public.tables USING btree (guild_id, number) WHERE (((status)::text <> 'closed'::text) AND (event_id IS NULL));

CREATE INDEX tables_live_channel ON public.tables USING btree (channel_id) WHERE ((status)::text <> 'closed'::text);

CREATE INDEX tables_live_event ON public.tables USING btree (event_id) WHERE (((status)::text <> 'closed'::text) AND (event_id IS NOT NULL));

CREATE INDEX tables_live_guild ON public.tables USING btree (guild_id) WHERE ((status)::text <> 'closed'::text);

CREATE INDEX tables_unswept ON public.tables USING btree (closed_at) WHERE ((closed_at IS NOT NULL) AND (NOT swept));

CREATE INDEX tables_waking ON public.tables USING btree (wake_at) WHERE (wake_at IS NOT NULL);

CREATE INDEX undelivered_at ON public.undelivered USING btree (at);

CREATE INDEX undelivered_guild ON public.undelivered USING btree (guild_id);

CREATE INDEX undelivered_user ON public.undelivered USING btree (user_id);

CREATE INDEX vote_picks_user ON public.vote_picks USING btree (user_id);

CREATE INDEX votes_host ON public.votes USING btree (host_id);

CREATE TRIGGER table_changed AFTER UPDATE OF version ON public.tables FOR EACH ROW WHEN ((new.version <> old.version)) EXECUTE FUNCTION public.table_changed();

CREATE TRIGGER table_opened AFTER INSERT ON public.tables FOR EACH ROW WHEN ((new.event_id IS NULL)) EXECUTE FUNCTION public.table_changed();

ALTER TABLE ONLY public.acts
    ADD CONSTRAINT acts_table_id_fkey FOREIGN KEY (table_id) REFERENCES public.tables(table_id);

ALTER TABLE ONLY public.daily_experts
    ADD CONSTRAINT daily_experts_day_fkey FOREIGN KEY (day) REFERENCES public.daily_days(day);

ALTER TABLE ONLY public.daily_hands
    ADD CONSTRAINT daily_hands_day_fkey FOREIGN KEY (day) REFERENCES public.daily_days(day);

ALTER TABLE ONLY public.daily_marks
    ADD CONSTRAINT daily_marks_day_fkey FOREIGN KEY (day) REFERENCES public.daily_days(day);

ALTER TABLE ONLY public.draws
    ADD CONSTRAINT draws_table_id_fkey FOREIGN KEY (table_id) REFERENCES public.tables(table_id);

ALTER TABLE ONLY public.event_games
    ADD CONSTRAINT event_games_event_id_fkey FOREIGN KEY (event_id) REFERENCES public.events(event_id);

ALTER TABLE ONLY public.event_games
    ADD CONSTRAINT event_games_table_id_fkey FOREIGN KEY (table_id) REFERENCES public.tables(table_id);

ALTER TABLE ONLY public.event_players
    ADD CONSTRAINT event_players_event_id_fkey FOREIGN KEY (event_id) REFERENCES public.events(event_id);

ALTER TABLE ONLY public.event_surfaces
    ADD CONSTRAINT event_surfaces_event_id_fkey FOREIGN KEY (event_id) REFERENCES public.events(event_id);

ALTER TABLE ONLY public.game_players
    ADD CONSTRAINT game_players_table_id_game_no_fkey FOREIGN KEY (table_id, game_no) REFERENCES public.games(table_id, game_no);

ALTER TABLE ONLY public.games
    ADD CONSTRAINT games_table_id_fkey FOREIGN KEY (table_id) REFERENCES public.tables(table_id);

ALTER TABLE ONLY public.hand_players
    ADD CONSTRAINT hand_players_table_id_hand_no_fkey FOREIGN KEY (table_id, hand_no) REFERENCES public.hands(table_id, hand_no);

ALTER TABLE ONLY public.hands
    ADD CONSTRAINT hands_table_id_fkey FOREIGN KEY (table_id) REFERENCES public.tables(table_id);

ALTER TABLE ONLY public.report_people
    ADD CONSTRAINT report_people_number_fkey FOREIGN KEY (number) REFERENCES public.reports(number);

ALTER TABLE ONLY public.seat_log
    ADD CONSTRAINT seat_log_table_id_fkey FOREIGN KEY (table_id) REFERENCES public.tables(table_id);

ALTER TABLE ONLY public.seats
    ADD CONSTRAINT seats_table_id_fkey FOREIGN KEY (table_id) REFERENCES public.tables(table_id);

ALTER TABLE ONLY public.shakes
    ADD CONSTRAINT shakes_table_id_fkey FOREIGN KEY (table_id) REFERENCES public.tables(table_id);

ALTER TABLE ONLY public.surfaces
    ADD CONSTRAINT surfaces_table_id_fkey FOREIGN KEY (table_id) REFERENCES public.tables(table_id);

ALTER TABLE ONLY public.vote_picks
    ADD CONSTRAINT vote_picks_vote_id_fkey FOREIGN KEY (vote_id) REFERENCES public.votes(vote_id) ON DELETE CASCADE;

