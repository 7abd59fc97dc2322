CREATE TABLE tables (
	table_id VARCHAR NOT NULL, 
	guild_id BIGINT NOT NULL, 
	number INTEGER NOT NULL, 
	channel_id BIGINT NOT NULL, 
	home_channel_id BIGINT NOT NULL, 
	host_id BIGINT NOT NULL, 
	game VARCHAR NOT NULL, 
	rules JSON NOT NULL, 
	status VARCHAR NOT NULL, 
	paused_from VARCHAR, 
	seq INTEGER NOT NULL, 
	version INTEGER NOT NULL, 
	game_no INTEGER NOT NULL, 
	hand_no INTEGER NOT NULL, 
	total JSON NOT NULL, 
	wins JSON NOT NULL, 
	shaker INTEGER, 
	deals_played INTEGER NOT NULL, 
	winner INTEGER, 
	created_at FLOAT NOT NULL, 
	turn_since FLOAT NOT NULL, 
	nudged BOOLEAN NOT NULL, 
	offered BOOLEAN NOT NULL, 
	wake_at FLOAT, event_id VARCHAR, claim JSON, clock JSON, closed_at FLOAT, laid_down JSON, swept BOOLEAN DEFAULT 0 NOT NULL, best_of INTEGER, draws_partners BOOLEAN DEFAULT 0 NOT NULL, changes_partners BOOLEAN DEFAULT 0 NOT NULL, score_word VARCHAR DEFAULT 'ALL' NOT NULL, hints BOOLEAN DEFAULT 1 NOT NULL, usual_rules JSON, advised JSON, next_game JSON, 
	PRIMARY KEY (table_id)
);
CREATE INDEX tables_waking ON tables (wake_at) WHERE wake_at IS NOT NULL;
CREATE TABLE acts (
	table_id VARCHAR NOT NULL, 
	seq INTEGER NOT NULL, 
	hand_no INTEGER NOT NULL, 
	seat INTEGER NOT NULL, 
	phase VARCHAR NOT NULL, 
	text VARCHAR NOT NULL, 
	user_id BIGINT, 
	at FLOAT NOT NULL, 
	PRIMARY KEY (table_id, seq), 
	FOREIGN KEY(table_id) REFERENCES tables (table_id)
)
 WITHOUT ROWID

;
CREATE TABLE shakes (
	table_id VARCHAR NOT NULL, 
	hand_no INTEGER NOT NULL, 
	public VARCHAR NOT NULL, 
	commitment VARCHAR NOT NULL, 
	secret BLOB NOT NULL, 
	dealt BOOLEAN NOT NULL, 
	PRIMARY KEY (table_id, hand_no), 
	FOREIGN KEY(table_id) REFERENCES tables (table_id)
)
 WITHOUT ROWID

;
CREATE TABLE games (
	table_id VARCHAR NOT NULL, 
	game_no INTEGER NOT NULL, 
	guild_id BIGINT NOT NULL, 
	game VARCHAR NOT NULL, 
	rules JSON NOT NULL, 
	winner INTEGER NOT NULL, 
	total JSON NOT NULL, 
	marks JSON NOT NULL, 
	contested BOOLEAN NOT NULL, 
	at FLOAT NOT NULL, target INTEGER, unrated VARCHAR, 
	PRIMARY KEY (table_id, game_no), 
	FOREIGN KEY(table_id) REFERENCES tables (table_id)
);
CREATE TABLE game_players (
	table_id VARCHAR NOT NULL, 
	game_no INTEGER NOT NULL, 
	seat INTEGER NOT NULL, 
	user_id BIGINT, 
	name VARCHAR NOT NULL, 
	won BOOLEAN NOT NULL, 
	marks INTEGER NOT NULL, guild_id BIGINT DEFAULT 0 NOT NULL, at FLOAT DEFAULT 0 NOT NULL, level VARCHAR DEFAULT '' NOT NULL, 
	PRIMARY KEY (table_id, game_no, seat), 
	FOREIGN KEY(table_id, game_no) REFERENCES games (table_id, game_no)
)
 WITHOUT ROWID

;
CREATE TABLE hands (
	table_id VARCHAR NOT NULL, 
	hand_no INTEGER NOT NULL, 
	game_no INTEGER NOT NULL, 
	bidder INTEGER, 
	bid VARCHAR, 
	contract VARCHAR, 
	made BOOLEAN, 
	ended VARCHAR NOT NULL, 
	points JSON NOT NULL, 
	score JSON NOT NULL, 
	record JSON NOT NULL, 
	at FLOAT NOT NULL, bid_points INTEGER, bid_marks INTEGER DEFAULT 0 NOT NULL, swept_by INTEGER, stood_in JSON DEFAULT '[]' NOT NULL, advised JSON DEFAULT '[]' NOT NULL, 
	PRIMARY KEY (table_id, hand_no), 
	FOREIGN KEY(table_id) REFERENCES tables (table_id)
);
CREATE TABLE hand_players (
	table_id VARCHAR NOT NULL, 
	hand_no INTEGER NOT NULL, 
	seat INTEGER NOT NULL, 
	user_id BIGINT, 
	game_no INTEGER NOT NULL, 
	bids INTEGER NOT NULL, 
	bids_made INTEGER NOT NULL, 
	sets INTEGER NOT NULL, bid_points INTEGER DEFAULT 0 NOT NULL, suffered INTEGER DEFAULT 0 NOT NULL, forgotten BOOLEAN DEFAULT 0 NOT NULL, at FLOAT DEFAULT 0 NOT NULL, 
	PRIMARY KEY (table_id, hand_no, seat), 
	FOREIGN KEY(table_id, hand_no) REFERENCES hands (table_id, hand_no)
)
 WITHOUT ROWID

;
CREATE TABLE people (
	user_id BIGINT NOT NULL, 
	name VARCHAR NOT NULL, 
	dms BOOLEAN NOT NULL, 
	dm_closed BOOLEAN NOT NULL, 
	locale VARCHAR, pictures BOOLEAN DEFAULT 1 NOT NULL, on_boards BOOLEAN DEFAULT 1 NOT NULL, asks_first BOOLEAN DEFAULT 0 NOT NULL, plays_forced BOOLEAN DEFAULT 0 NOT NULL, pings VARCHAR DEFAULT 'late' NOT NULL, time_zone VARCHAR DEFAULT 'America/Chicago' NOT NULL, quiet_from INTEGER, quiet_until INTEGER DEFAULT '7' NOT NULL, safe_colors BOOLEAN DEFAULT 0 NOT NULL, pace VARCHAR, dm_later BOOLEAN DEFAULT 0 NOT NULL, knows JSON DEFAULT '[]' NOT NULL, opponents VARCHAR, 
	PRIMARY KEY (user_id)
);
CREATE TABLE surfaces (
	table_id VARCHAR NOT NULL, 
	kind VARCHAR NOT NULL, 
	user_id BIGINT NOT NULL, 
	hand_no INTEGER NOT NULL, 
	channel_id BIGINT NOT NULL, 
	message_id BIGINT NOT NULL, 
	digest VARCHAR NOT NULL, occasion INTEGER DEFAULT '1' NOT NULL, 
	PRIMARY KEY (table_id, kind, user_id, hand_no), 
	FOREIGN KEY(table_id) REFERENCES tables (table_id)
)
 WITHOUT ROWID

;
CREATE UNIQUE INDEX tables_live ON tables (guild_id, number) WHERE status != 'closed' AND event_id IS NULL;
CREATE TABLE events (
	event_id VARCHAR NOT NULL, 
	guild_id BIGINT NOT NULL, 
	channel_id BIGINT NOT NULL, 
	host_id BIGINT NOT NULL, 
	game VARCHAR NOT NULL, 
	rules JSON NOT NULL, 
	partners VARCHAR NOT NULL, 
	table_count INTEGER, 
	status VARCHAR NOT NULL, 
	round_no INTEGER NOT NULL, 
	version INTEGER NOT NULL, 
	created_at FLOAT NOT NULL, 
	since FLOAT NOT NULL, 
	PRIMARY KEY (event_id)
);
CREATE UNIQUE INDEX events_live ON events (channel_id) WHERE status != 'closed';
CREATE TABLE event_players (
	event_id VARCHAR NOT NULL, 
	number INTEGER NOT NULL, 
	user_id BIGINT, 
	name VARCHAR NOT NULL, 
	wish BIGINT, 
	away BOOLEAN NOT NULL, counts_from INTEGER DEFAULT '1' NOT NULL, 
	PRIMARY KEY (event_id, number), 
	FOREIGN KEY(event_id) REFERENCES events (event_id)
)
 WITHOUT ROWID

;
CREATE INDEX event_players_user ON event_players (user_id);
CREATE TABLE event_games (
	event_id VARCHAR NOT NULL, 
	round_no INTEGER NOT NULL, 
	table_no INTEGER NOT NULL, 
	channel_id BIGINT NOT NULL, 
	entries JSON NOT NULL, 
	table_id VARCHAR, 
	first_game INTEGER NOT NULL, 
	winner INTEGER, 
	total JSON, played JSON, 
	PRIMARY KEY (event_id, round_no, table_no), 
	FOREIGN KEY(event_id) REFERENCES events (event_id), 
	FOREIGN KEY(table_id) REFERENCES tables (table_id)
)
 WITHOUT ROWID

;
CREATE TABLE event_surfaces (
	event_id VARCHAR NOT NULL, 
	round_no INTEGER NOT NULL, 
	channel_id BIGINT NOT NULL, 
	message_id BIGINT NOT NULL, 
	digest VARCHAR NOT NULL, occasion INTEGER DEFAULT '1' NOT NULL, 
	PRIMARY KEY (event_id), 
	FOREIGN KEY(event_id) REFERENCES events (event_id)
)
 WITHOUT ROWID

;
CREATE TABLE seats (
	table_id VARCHAR NOT NULL, 
	seat INTEGER NOT NULL, 
	live BOOLEAN NOT NULL, 
	occupant VARCHAR NOT NULL, 
	user_id BIGINT, 
	name VARCHAR NOT NULL, 
	level VARCHAR NOT NULL, 
	away BOOLEAN NOT NULL, 
	absences INTEGER NOT NULL, 
	ready BOOLEAN NOT NULL, 
	dealt_to BIGINT, 
	reserved_by BIGINT, 
	reserved_name VARCHAR NOT NULL, plays_forced BOOLEAN DEFAULT 0 NOT NULL, asks_first BOOLEAN DEFAULT 0 NOT NULL, played VARCHAR, played_by BIGINT, played_name VARCHAR DEFAULT '' NOT NULL, 
	PRIMARY KEY (table_id, seat), 
	FOREIGN KEY(table_id) REFERENCES tables (table_id)
)
 WITHOUT ROWID

;
CREATE TABLE seat_log (
	table_id VARCHAR NOT NULL, 
	number INTEGER NOT NULL, 
	event VARCHAR NOT NULL, 
	seat INTEGER NOT NULL, 
	user_id BIGINT, 
	hand_no INTEGER NOT NULL, 
	at FLOAT NOT NULL, 
	PRIMARY KEY (table_id, number), 
	FOREIGN KEY(table_id) REFERENCES tables (table_id)
)
 WITHOUT ROWID

;
CREATE INDEX seat_log_user ON seat_log (user_id);
CREATE INDEX seats_user ON seats (user_id, live);
CREATE INDEX seats_reserved ON seats (reserved_by) WHERE reserved_by IS NOT NULL;
CREATE INDEX tables_live_guild ON tables (guild_id) WHERE status != 'closed';
CREATE INDEX tables_live_channel ON tables (channel_id) WHERE status != 'closed';
CREATE INDEX tables_live_event ON tables (event_id) WHERE status != 'closed' AND event_id IS NOT NULL;
CREATE INDEX events_live_guild ON events (guild_id) WHERE status != 'closed';
CREATE TABLE standings (
	guild_id BIGINT NOT NULL, 
	board VARCHAR NOT NULL, 
	span VARCHAR NOT NULL, 
	game VARCHAR NOT NULL, 
	user_id BIGINT NOT NULL, 
	since BIGINT NOT NULL, 
	games INTEGER NOT NULL, 
	wins INTEGER NOT NULL, 
	marks INTEGER NOT NULL, 
	hands INTEGER NOT NULL, 
	bids INTEGER NOT NULL, 
	bids_made INTEGER NOT NULL, 
	bid_points INTEGER NOT NULL, 
	sets INTEGER NOT NULL, 
	suffered INTEGER NOT NULL, 
	shutouts INTEGER NOT NULL, 
	run INTEGER NOT NULL, 
	best_run INTEGER NOT NULL, 
	fastest INTEGER, 
	PRIMARY KEY (guild_id, board, span, game, user_id)
)
 WITHOUT ROWID

;
CREATE INDEX standings_user ON standings (user_id);
CREATE TABLE partners (
	guild_id BIGINT NOT NULL, 
	span VARCHAR NOT NULL, 
	game VARCHAR NOT NULL, 
	user_id BIGINT NOT NULL, 
	partner_id BIGINT NOT NULL, 
	since BIGINT NOT NULL, 
	games INTEGER NOT NULL, 
	wins INTEGER NOT NULL, 
	PRIMARY KEY (guild_id, span, game, user_id, partner_id)
)
 WITHOUT ROWID

;
CREATE INDEX partners_user ON partners (user_id);
CREATE INDEX partners_partner ON partners (partner_id);
CREATE TABLE ratings (
	guild_id BIGINT NOT NULL, 
	game VARCHAR NOT NULL, 
	user_id BIGINT NOT NULL, 
	mu FLOAT NOT NULL, 
	sigma FLOAT NOT NULL, 
	rating INTEGER NOT NULL, 
	games INTEGER NOT NULL, 
	PRIMARY KEY (guild_id, game, user_id)
)
 WITHOUT ROWID

;
CREATE INDEX ratings_user ON ratings (user_id);
CREATE TABLE rating_changes (
	table_id VARCHAR NOT NULL, 
	game_no INTEGER NOT NULL, 
	guild_id BIGINT NOT NULL, 
	game VARCHAR NOT NULL, 
	seat INTEGER NOT NULL, 
	user_id BIGINT, 
	at FLOAT NOT NULL, 
	place INTEGER NOT NULL, 
	mu_before FLOAT NOT NULL, 
	sigma_before FLOAT NOT NULL, 
	"before" INTEGER NOT NULL, 
	"after" INTEGER NOT NULL, 
	games INTEGER NOT NULL, 
	departed BOOLEAN NOT NULL, 
	PRIMARY KEY (table_id, game_no, guild_id, game, seat)
)
 WITHOUT ROWID

;
CREATE INDEX rating_changes_user ON rating_changes (user_id, guild_id, game, at);
CREATE INDEX game_players_user ON game_players (user_id, at);
CREATE INDEX tables_unswept ON tables (closed_at) WHERE closed_at IS NOT NULL AND NOT swept;
CREATE TABLE servers (
	guild_id BIGINT NOT NULL, 
	left_at FLOAT, 
	PRIMARY KEY (guild_id)
);
CREATE TABLE server_settings (
	guild_id BIGINT NOT NULL, 
	channels JSON NOT NULL, 
	threads BOOLEAN NOT NULL, 
	game VARCHAR NOT NULL, 
	preset VARCHAR, 
	host_role BIGINT, 
	boards BOOLEAN NOT NULL, 
	pictures BOOLEAN NOT NULL, event_hosts VARCHAR DEFAULT 'tables' NOT NULL, event_role BIGINT, daily_channel BIGINT, welcome_channel BIGINT, 
	PRIMARY KEY (guild_id)
);
CREATE TABLE leases (
	shards INTEGER NOT NULL, 
	shard INTEGER NOT NULL, 
	holder VARCHAR NOT NULL, 
	home BOOLEAN NOT NULL, 
	until FLOAT NOT NULL, 
	PRIMARY KEY (shards, shard)
);
CREATE INDEX people_off_boards ON people (user_id) WHERE NOT on_boards;
CREATE TABLE dm_channels (
	user_id BIGINT NOT NULL, 
	channel_id BIGINT NOT NULL, 
	PRIMARY KEY (user_id)
);
CREATE TABLE dm_openings (
	opening_id VARCHAR NOT NULL, 
	at FLOAT NOT NULL, 
	PRIMARY KEY (opening_id)
);
CREATE INDEX tables_host ON tables (host_id);
CREATE INDEX surfaces_user ON surfaces (user_id);
CREATE INDEX events_host ON events (host_id);
CREATE INDEX seats_dealt ON seats (dealt_to) WHERE dealt_to IS NOT NULL;
CREATE INDEX acts_user ON acts (user_id) WHERE user_id IS NOT NULL;
CREATE INDEX event_players_wish ON event_players (wish) WHERE wish IS NOT NULL;
CREATE TABLE deletions (
	user_id BIGINT NOT NULL, 
	PRIMARY KEY (user_id)
);
CREATE TABLE redraws (
	channel_id BIGINT NOT NULL, 
	message_id BIGINT NOT NULL, 
	table_id VARCHAR, 
	hand_no INTEGER NOT NULL, 
	due_at FLOAT NOT NULL, event_id VARCHAR, user_id BIGINT, 
	PRIMARY KEY (channel_id, message_id)
)
 WITHOUT ROWID

;
CREATE INDEX redraws_due ON redraws (due_at);
CREATE TABLE reports (
	number INTEGER NOT NULL, 
	user_id BIGINT NOT NULL, 
	name VARCHAR NOT NULL, 
	guild_id BIGINT NOT NULL, 
	channel_id BIGINT NOT NULL, 
	text VARCHAR NOT NULL, 
	at FLOAT NOT NULL, 
	told_at FLOAT, 
	PRIMARY KEY (number)
);
CREATE INDEX reports_user ON reports (user_id, at);
CREATE INDEX reports_waiting ON reports (number) WHERE told_at IS NULL;
CREATE TABLE report_people (
	number INTEGER NOT NULL, 
	user_id BIGINT NOT NULL, 
	PRIMARY KEY (number, user_id), 
	FOREIGN KEY(number) REFERENCES reports (number)
)
 WITHOUT ROWID

;
CREATE INDEX report_people_user ON report_people (user_id);
CREATE TABLE report_messages (
	first INTEGER NOT NULL, 
	last INTEGER NOT NULL, 
	host_id BIGINT NOT NULL, 
	channel_id BIGINT NOT NULL, 
	message_id BIGINT NOT NULL, 
	digest VARCHAR NOT NULL, 
	at FLOAT NOT NULL, 
	PRIMARY KEY (first)
);
CREATE INDEX report_messages_host ON report_messages (host_id, first);
CREATE TABLE blocks (
	blocked_id BIGINT NOT NULL, 
	at FLOAT NOT NULL, 
	PRIMARY KEY (blocked_id)
);
CREATE TABLE close_orders (
	table_id VARCHAR NOT NULL, 
	at FLOAT NOT NULL, 
	PRIMARY KEY (table_id)
);
CREATE TABLE heartbeats (
	process VARCHAR NOT NULL, 
	pid INTEGER NOT NULL, 
	machine VARCHAR NOT NULL, 
	version VARCHAR NOT NULL, 
	started_at FLOAT NOT NULL, 
	at FLOAT NOT NULL, 
	wrong JSON NOT NULL, 
	PRIMARY KEY (process)
);
CREATE INDEX redraws_user ON redraws (user_id) WHERE user_id IS NOT NULL;
CREATE TABLE draws (
	table_id VARCHAR NOT NULL, 
	game_no INTEGER NOT NULL, 
	commitment VARCHAR NOT NULL, 
	secret BLOB NOT NULL, 
	drawers JSON NOT NULL, 
	for_partners BOOLEAN NOT NULL, 
	drawn BOOLEAN NOT NULL, from_one_deal BOOLEAN DEFAULT 0 NOT NULL, 
	PRIMARY KEY (table_id, game_no), 
	FOREIGN KEY(table_id) REFERENCES tables (table_id)
)
 WITHOUT ROWID

;
CREATE INDEX hand_players_user ON hand_players (user_id, at);
CREATE TABLE votes (
	vote_id VARCHAR NOT NULL, 
	guild_id BIGINT NOT NULL, 
	channel_id BIGINT NOT NULL, 
	message_id BIGINT NOT NULL, 
	host_id BIGINT, 
	question JSON NOT NULL, 
	closes_at FLOAT NOT NULL, 
	closed BOOLEAN NOT NULL, 
	counts JSON NOT NULL, shown VARCHAR DEFAULT '' NOT NULL, 
	PRIMARY KEY (vote_id)
);
CREATE INDEX votes_host ON votes (host_id);
CREATE TABLE vote_picks (
	vote_id VARCHAR NOT NULL, 
	user_id BIGINT NOT NULL, 
	choice VARCHAR NOT NULL, 
	PRIMARY KEY (vote_id, user_id), 
	FOREIGN KEY(vote_id) REFERENCES votes (vote_id) ON DELETE CASCADE
)
 WITHOUT ROWID

;
CREATE INDEX vote_picks_user ON vote_picks (user_id);
CREATE TABLE daily_days (
	day VARCHAR NOT NULL, 
	secret BLOB NOT NULL, 
	commitment VARCHAR NOT NULL, 
	"key" BLOB, 
	opened_at FLOAT NOT NULL, 
	closed_at FLOAT, 
	offered BOOLEAN DEFAULT 1 NOT NULL, 
	swept BOOLEAN DEFAULT 0 NOT NULL, closes_at FLOAT, excused BOOLEAN DEFAULT 0 NOT NULL, 
	PRIMARY KEY (day)
);
CREATE INDEX daily_days_open ON daily_days (day) WHERE closed_at IS NULL;
CREATE INDEX daily_days_unswept ON daily_days (closed_at) WHERE closed_at IS NOT NULL AND NOT swept;
CREATE TABLE daily_hands (
	day VARCHAR NOT NULL, 
	user_id BIGINT NOT NULL, 
	name VARCHAR NOT NULL, 
	version VARCHAR NOT NULL, 
	begun_at FLOAT NOT NULL, 
	channel_id BIGINT, 
	message_id BIGINT, 
	acts JSON NOT NULL, 
	act_count INTEGER NOT NULL, 
	finished_at FLOAT, 
	score INTEGER, 
	taken INTEGER, 
	bid VARCHAR, 
	ours BOOLEAN, 
	made BOOLEAN, 
	tricks VARCHAR, 
	lead VARCHAR, 
	par INTEGER, guild_id BIGINT, 
	PRIMARY KEY (day, user_id), 
	FOREIGN KEY(day) REFERENCES daily_days (day)
)
 WITHOUT ROWID

;
CREATE INDEX daily_hands_user ON daily_hands (user_id, day);
CREATE INDEX daily_hands_field ON daily_hands (day, version, score, bid, ours, made, lead);
CREATE TABLE daily_marks (
	day VARCHAR NOT NULL, 
	mark VARCHAR NOT NULL, 
	PRIMARY KEY (day, mark), 
	FOREIGN KEY(day) REFERENCES daily_days (day)
)
 WITHOUT ROWID

;
CREATE TABLE daily_experts (
	day VARCHAR NOT NULL, 
	version VARCHAR NOT NULL, 
	score INTEGER NOT NULL, 
	PRIMARY KEY (day, version), 
	FOREIGN KEY(day) REFERENCES daily_days (day)
)
 WITHOUT ROWID

;
CREATE TABLE daily_reminders (
	user_id BIGINT NOT NULL, 
	reminded_on VARCHAR, 
	PRIMARY KEY (user_id)
);
CREATE TABLE daily_boards (
	day VARCHAR NOT NULL, 
	guild_id BIGINT NOT NULL, 
	week BOOLEAN NOT NULL, 
	channel_id BIGINT NOT NULL, 
	message_id BIGINT NOT NULL, 
	shown VARCHAR NOT NULL, 
	PRIMARY KEY (day, guild_id, week)
)
 WITHOUT ROWID

;
CREATE TABLE run_times (
	began_at FLOAT NOT NULL, 
	ended_at FLOAT NOT NULL, 
	PRIMARY KEY (began_at)
);
CREATE INDEX seats_played ON seats (played_by) WHERE played_by IS NOT NULL;
CREATE TABLE undelivered (
	kind VARCHAR NOT NULL, 
	"key" VARCHAR NOT NULL, 
	guild_id BIGINT NOT NULL, 
	channel_id BIGINT NOT NULL, 
	user_id BIGINT, 
	reason VARCHAR NOT NULL, 
	code INTEGER NOT NULL, 
	rights VARCHAR NOT NULL, 
	tries INTEGER NOT NULL, 
	at FLOAT NOT NULL, 
	told BOOLEAN NOT NULL, 
	PRIMARY KEY (kind, "key")
)
 WITHOUT ROWID

;
CREATE INDEX undelivered_guild ON undelivered (guild_id);
CREATE INDEX undelivered_user ON undelivered (user_id);
CREATE INDEX undelivered_at ON undelivered (at);
CREATE TABLE shared_messages (
	user_id BIGINT NOT NULL, 
	channel_id BIGINT NOT NULL, 
	message_id BIGINT NOT NULL, 
	guild_id BIGINT NOT NULL, 
	at FLOAT NOT NULL, about VARCHAR, 
	PRIMARY KEY (user_id, channel_id, message_id)
)
 WITHOUT ROWID

;
CREATE INDEX shared_messages_guild ON shared_messages (guild_id);
CREATE INDEX shared_messages_at ON shared_messages (at);
CREATE TABLE welcomes (
	guild_id BIGINT NOT NULL, 
	channel_id BIGINT NOT NULL, 
	message_id BIGINT NOT NULL, 
	occasion INTEGER NOT NULL, 
	posted_at FLOAT NOT NULL, 
	old_channel_id BIGINT NOT NULL, 
	old_message_id BIGINT NOT NULL, 
	PRIMARY KEY (guild_id)
)
 WITHOUT ROWID

;
CREATE UNIQUE INDEX shared_messages_once ON shared_messages (user_id, channel_id, about);
