BEGIN TRANSACTION;
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
INSERT INTO "acts" VALUES('live01',1,1,1,'play','64',777000777,1001.5);
INSERT INTO "acts" VALUES('p2h6md',1,1,1,'play','64',12,1001.5);
INSERT INTO "acts" VALUES('p2h6md',2,1,2,'play','64',13,1002.5);
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0039');
CREATE TABLE blocks (
	blocked_id BIGINT NOT NULL, 
	at FLOAT NOT NULL, 
	PRIMARY KEY (blocked_id)
);
INSERT INTO "blocks" VALUES(7,6.25);
CREATE TABLE close_orders (
	table_id VARCHAR NOT NULL, 
	at FLOAT NOT NULL, 
	PRIMARY KEY (table_id)
);
INSERT INTO "close_orders" VALUES('first',6.25);
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
INSERT INTO "daily_boards" VALUES('2026-11-23',7,1,7,7,'first');
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
INSERT INTO "daily_days" VALUES('2026-11-23',X'7373737373737373737373737373737373737373737373737373737373737373','c0ffee',X'6B6B6B6B6B6B6B6B6B6B6B6B6B6B6B6B6B6B6B6B6B6B6B6B6B6B6B6B6B6B6B6B',1.0,NULL,1,0,NULL,0);
CREATE TABLE daily_experts (
	day VARCHAR NOT NULL, 
	version VARCHAR NOT NULL, 
	score INTEGER NOT NULL, 
	PRIMARY KEY (day, version), 
	FOREIGN KEY(day) REFERENCES daily_days (day)
)
 WITHOUT ROWID

;
INSERT INTO "daily_experts" VALUES('2026-11-23','first',7);
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
INSERT INTO "daily_hands" VALUES('2026-11-23',12,'Bo','one',2.0,5,6,'["30"]',1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
CREATE TABLE daily_marks (
	day VARCHAR NOT NULL, 
	mark VARCHAR NOT NULL, 
	PRIMARY KEY (day, mark), 
	FOREIGN KEY(day) REFERENCES daily_days (day)
)
 WITHOUT ROWID

;
INSERT INTO "daily_marks" VALUES('2026-11-23','first');
CREATE TABLE daily_reminders (
	user_id BIGINT NOT NULL, 
	reminded_on VARCHAR, 
	PRIMARY KEY (user_id)
);
INSERT INTO "daily_reminders" VALUES(7,'first');
CREATE TABLE deletions (
	user_id BIGINT NOT NULL, 
	PRIMARY KEY (user_id)
);
INSERT INTO "deletions" VALUES(7);
CREATE TABLE dm_channels (
	user_id BIGINT NOT NULL, 
	channel_id BIGINT NOT NULL, 
	PRIMARY KEY (user_id)
);
INSERT INTO "dm_channels" VALUES(777000777,2);
CREATE TABLE dm_openings (
	opening_id VARCHAR NOT NULL, 
	at FLOAT NOT NULL, 
	PRIMARY KEY (opening_id)
);
INSERT INTO "dm_openings" VALUES('first',6.25);
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
INSERT INTO "draws" VALUES('live01',7,'first',X'006BFF','["42"]',1,1,1);
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
INSERT INTO "event_games" VALUES('ev3n7s',1,1,71,'[0,1,2,3]','k3f9q2',1,1,'[3,7]',NULL);
INSERT INTO "event_games" VALUES('ev3n7s',1,2,72,'[4,5,6,7]',NULL,1,NULL,NULL,NULL);
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
INSERT INTO "event_players" VALUES('ev3n7s',0,4611686018427387906,'Zoë <@1>',12,1,1);
INSERT INTO "event_players" VALUES('ev3n7s',1,NULL,'Pearl',NULL,0,1);
INSERT INTO "event_players" VALUES('over',0,777000777,'Secret Name',NULL,0,1);
INSERT INTO "event_players" VALUES('over',1,12,'Ella',777000777,0,1);
INSERT INTO "event_players" VALUES('over',2,13,'Steve',NULL,0,1);
INSERT INTO "event_players" VALUES('soon',1,12,'Ella',777000777,0,1);
INSERT INTO "event_players" VALUES('soon',2,13,'Steve',NULL,0,1);
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
INSERT INTO "event_surfaces" VALUES('over',1,4,8,'',1);
INSERT INTO "event_surfaces" VALUES('soon',1,4,9,'',1);
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
INSERT INTO "events" VALUES('over',1100000000000000001,500,777000777,'42','{}','fixed',NULL,'closed',0,1,0.0,0.0);
INSERT INTO "events" VALUES('soon',1100000000000000001,500,777000777,'42','{}','fixed',NULL,'open',0,0,0.0,0.0);
INSERT INTO "events" VALUES('ev3n7s',1100000000000000001,4611686018427387904,4611686018427387906,'42','{"preset":"house","nested":{"list":[1,"2"]}}','rotating',3,'playing',1,1,1.78000000012345600125e+09,1.78000000165432095524e+09);
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
INSERT INTO "game_players" VALUES('ended1',1,0,777000777,'Secret Name',1,3,1100000000000000001,3000.75,'');
INSERT INTO "game_players" VALUES('ended1',1,1,12,'Ella',0,7,1100000000000000001,3000.75,'');
INSERT INTO "game_players" VALUES('ended1',1,2,13,'Steve',1,3,1100000000000000001,3000.75,'');
INSERT INTO "game_players" VALUES('ended1',1,3,14,'Will',0,7,1100000000000000001,3000.75,'');
INSERT INTO "game_players" VALUES('n4w8tz',1,0,11,'Nancy',0,3,1100000000000000001,3000.75,'');
INSERT INTO "game_players" VALUES('n4w8tz',1,1,12,'Ella',1,7,1100000000000000001,3000.75,'');
INSERT INTO "game_players" VALUES('n4w8tz',1,2,13,'Steve',0,3,1100000000000000001,3000.75,'');
INSERT INTO "game_players" VALUES('n4w8tz',1,3,14,'Will',1,7,1100000000000000001,3000.75,'');
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
INSERT INTO "games" VALUES('ended1',1,1100000000000000001,'42','{"preset":"straight-marks"}',0,'[3,7]','[3,7]',1,3000.75,7,NULL);
INSERT INTO "games" VALUES('n4w8tz',1,1100000000000000001,'42','{"preset":"straight-marks"}',1,'[3,7]','[3,7]',1,3000.75,7,NULL);
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
INSERT INTO "hand_players" VALUES('ended1',1,0,777000777,1,1,1,0,31,0,0,2000.25);
INSERT INTO "hand_players" VALUES('ended1',1,1,12,1,0,0,0,0,0,0,2000.25);
INSERT INTO "hand_players" VALUES('ended1',1,2,13,1,0,0,0,0,0,0,2000.25);
INSERT INTO "hand_players" VALUES('ended1',1,3,14,1,0,0,0,0,0,0,2000.25);
INSERT INTO "hand_players" VALUES('n4w8tz',1,0,11,1,0,0,0,0,0,0,5.0);
INSERT INTO "hand_players" VALUES('n4w8tz',1,1,12,1,1,1,0,31,0,0,5.0);
INSERT INTO "hand_players" VALUES('n4w8tz',1,2,13,1,0,0,0,0,0,0,5.0);
INSERT INTO "hand_players" VALUES('n4w8tz',1,3,14,1,0,0,0,0,0,0,5.0);
INSERT INTO "hand_players" VALUES('n4w8tz',2,0,11,1,0,0,0,0,0,0,9.0);
INSERT INTO "hand_players" VALUES('n4w8tz',2,1,12,1,1,1,0,31,0,0,9.0);
INSERT INTO "hand_players" VALUES('n4w8tz',2,2,13,1,0,0,0,0,0,0,9.0);
INSERT INTO "hand_players" VALUES('n4w8tz',2,3,14,1,0,0,0,0,0,0,9.0);
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
INSERT INTO "hands" VALUES('ended1',1,1,0,'31','5',1,'decided','[8,34]','[0,1]','{"shaker":0,"calls":[[1,"31"]]}',2000.25,31,0,NULL,'[]','[]');
INSERT INTO "hands" VALUES('n4w8tz',1,1,1,'31','5',1,'decided','[8,34]','[0,1]','{"shaker":0,"calls":[[1,"31"]]}',5.0,31,0,NULL,'[]','[]');
INSERT INTO "hands" VALUES('n4w8tz',2,1,1,'31','5',1,'decided','[8,34]','[0,1]','{"shaker":0,"calls":[[1,"31"]]}',9.0,31,0,NULL,'[]','[]');
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
INSERT INTO "heartbeats" VALUES('first',7,'first','first',6.25,6.25,'["42"]');
CREATE TABLE leases (
	shards INTEGER NOT NULL, 
	shard INTEGER NOT NULL, 
	holder VARCHAR NOT NULL, 
	home BOOLEAN NOT NULL, 
	until FLOAT NOT NULL, 
	PRIMARY KEY (shards, shard)
);
INSERT INTO "leases" VALUES(7,7,'first',1,6.25);
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
INSERT INTO "partners" VALUES(-1,'all','',11,13,0,1,0);
INSERT INTO "partners" VALUES(-1,'all','',12,14,0,2,1);
INSERT INTO "partners" VALUES(-1,'all','',13,11,0,1,0);
INSERT INTO "partners" VALUES(-1,'all','',13,777000777,0,1,1);
INSERT INTO "partners" VALUES(-1,'all','',14,12,0,2,1);
INSERT INTO "partners" VALUES(-1,'all','',777000777,13,0,1,1);
INSERT INTO "partners" VALUES(-1,'all','42',11,13,0,1,0);
INSERT INTO "partners" VALUES(-1,'all','42',12,14,0,2,1);
INSERT INTO "partners" VALUES(-1,'all','42',13,11,0,1,0);
INSERT INTO "partners" VALUES(-1,'all','42',13,777000777,0,1,1);
INSERT INTO "partners" VALUES(-1,'all','42',14,12,0,2,1);
INSERT INTO "partners" VALUES(-1,'all','42',777000777,13,0,1,1);
INSERT INTO "partners" VALUES(-1,'month','',11,13,0,1,0);
INSERT INTO "partners" VALUES(-1,'month','',12,14,0,2,1);
INSERT INTO "partners" VALUES(-1,'month','',13,11,0,1,0);
INSERT INTO "partners" VALUES(-1,'month','',13,777000777,0,1,1);
INSERT INTO "partners" VALUES(-1,'month','',14,12,0,2,1);
INSERT INTO "partners" VALUES(-1,'month','',777000777,13,0,1,1);
INSERT INTO "partners" VALUES(-1,'month','42',11,13,0,1,0);
INSERT INTO "partners" VALUES(-1,'month','42',12,14,0,2,1);
INSERT INTO "partners" VALUES(-1,'month','42',13,11,0,1,0);
INSERT INTO "partners" VALUES(-1,'month','42',13,777000777,0,1,1);
INSERT INTO "partners" VALUES(-1,'month','42',14,12,0,2,1);
INSERT INTO "partners" VALUES(-1,'month','42',777000777,13,0,1,1);
INSERT INTO "partners" VALUES(-1,'season','',11,13,0,1,0);
INSERT INTO "partners" VALUES(-1,'season','',12,14,0,2,1);
INSERT INTO "partners" VALUES(-1,'season','',13,11,0,1,0);
INSERT INTO "partners" VALUES(-1,'season','',13,777000777,0,1,1);
INSERT INTO "partners" VALUES(-1,'season','',14,12,0,2,1);
INSERT INTO "partners" VALUES(-1,'season','',777000777,13,0,1,1);
INSERT INTO "partners" VALUES(-1,'season','42',11,13,0,1,0);
INSERT INTO "partners" VALUES(-1,'season','42',12,14,0,2,1);
INSERT INTO "partners" VALUES(-1,'season','42',13,11,0,1,0);
INSERT INTO "partners" VALUES(-1,'season','42',13,777000777,0,1,1);
INSERT INTO "partners" VALUES(-1,'season','42',14,12,0,2,1);
INSERT INTO "partners" VALUES(-1,'season','42',777000777,13,0,1,1);
INSERT INTO "partners" VALUES(-1,'week','',11,13,-259200,1,0);
INSERT INTO "partners" VALUES(-1,'week','',12,14,-259200,2,1);
INSERT INTO "partners" VALUES(-1,'week','',13,11,-259200,1,0);
INSERT INTO "partners" VALUES(-1,'week','',13,777000777,-259200,1,1);
INSERT INTO "partners" VALUES(-1,'week','',14,12,-259200,2,1);
INSERT INTO "partners" VALUES(-1,'week','',777000777,13,-259200,1,1);
INSERT INTO "partners" VALUES(-1,'week','42',11,13,-259200,1,0);
INSERT INTO "partners" VALUES(-1,'week','42',12,14,-259200,2,1);
INSERT INTO "partners" VALUES(-1,'week','42',13,11,-259200,1,0);
INSERT INTO "partners" VALUES(-1,'week','42',13,777000777,-259200,1,1);
INSERT INTO "partners" VALUES(-1,'week','42',14,12,-259200,2,1);
INSERT INTO "partners" VALUES(-1,'week','42',777000777,13,-259200,1,1);
INSERT INTO "partners" VALUES(1100000000000000001,'all','',11,13,0,1,0);
INSERT INTO "partners" VALUES(1100000000000000001,'all','',12,14,0,2,1);
INSERT INTO "partners" VALUES(1100000000000000001,'all','',13,11,0,1,0);
INSERT INTO "partners" VALUES(1100000000000000001,'all','',13,777000777,0,1,1);
INSERT INTO "partners" VALUES(1100000000000000001,'all','',14,12,0,2,1);
INSERT INTO "partners" VALUES(1100000000000000001,'all','',777000777,13,0,1,1);
INSERT INTO "partners" VALUES(1100000000000000001,'all','42',11,13,0,1,0);
INSERT INTO "partners" VALUES(1100000000000000001,'all','42',12,14,0,2,1);
INSERT INTO "partners" VALUES(1100000000000000001,'all','42',13,11,0,1,0);
INSERT INTO "partners" VALUES(1100000000000000001,'all','42',13,777000777,0,1,1);
INSERT INTO "partners" VALUES(1100000000000000001,'all','42',14,12,0,2,1);
INSERT INTO "partners" VALUES(1100000000000000001,'all','42',777000777,13,0,1,1);
INSERT INTO "partners" VALUES(1100000000000000001,'month','',11,13,0,1,0);
INSERT INTO "partners" VALUES(1100000000000000001,'month','',12,14,0,2,1);
INSERT INTO "partners" VALUES(1100000000000000001,'month','',13,11,0,1,0);
INSERT INTO "partners" VALUES(1100000000000000001,'month','',13,777000777,0,1,1);
INSERT INTO "partners" VALUES(1100000000000000001,'month','',14,12,0,2,1);
INSERT INTO "partners" VALUES(1100000000000000001,'month','',777000777,13,0,1,1);
INSERT INTO "partners" VALUES(1100000000000000001,'month','42',11,13,0,1,0);
INSERT INTO "partners" VALUES(1100000000000000001,'month','42',12,14,0,2,1);
INSERT INTO "partners" VALUES(1100000000000000001,'month','42',13,11,0,1,0);
INSERT INTO "partners" VALUES(1100000000000000001,'month','42',13,777000777,0,1,1);
INSERT INTO "partners" VALUES(1100000000000000001,'month','42',14,12,0,2,1);
INSERT INTO "partners" VALUES(1100000000000000001,'month','42',777000777,13,0,1,1);
INSERT INTO "partners" VALUES(1100000000000000001,'season','',11,13,0,1,0);
INSERT INTO "partners" VALUES(1100000000000000001,'season','',12,14,0,2,1);
INSERT INTO "partners" VALUES(1100000000000000001,'season','',13,11,0,1,0);
INSERT INTO "partners" VALUES(1100000000000000001,'season','',13,777000777,0,1,1);
INSERT INTO "partners" VALUES(1100000000000000001,'season','',14,12,0,2,1);
INSERT INTO "partners" VALUES(1100000000000000001,'season','',777000777,13,0,1,1);
INSERT INTO "partners" VALUES(1100000000000000001,'season','42',11,13,0,1,0);
INSERT INTO "partners" VALUES(1100000000000000001,'season','42',12,14,0,2,1);
INSERT INTO "partners" VALUES(1100000000000000001,'season','42',13,11,0,1,0);
INSERT INTO "partners" VALUES(1100000000000000001,'season','42',13,777000777,0,1,1);
INSERT INTO "partners" VALUES(1100000000000000001,'season','42',14,12,0,2,1);
INSERT INTO "partners" VALUES(1100000000000000001,'season','42',777000777,13,0,1,1);
INSERT INTO "partners" VALUES(1100000000000000001,'week','',11,13,-259200,1,0);
INSERT INTO "partners" VALUES(1100000000000000001,'week','',12,14,-259200,2,1);
INSERT INTO "partners" VALUES(1100000000000000001,'week','',13,11,-259200,1,0);
INSERT INTO "partners" VALUES(1100000000000000001,'week','',13,777000777,-259200,1,1);
INSERT INTO "partners" VALUES(1100000000000000001,'week','',14,12,-259200,2,1);
INSERT INTO "partners" VALUES(1100000000000000001,'week','',777000777,13,-259200,1,1);
INSERT INTO "partners" VALUES(1100000000000000001,'week','42',11,13,-259200,1,0);
INSERT INTO "partners" VALUES(1100000000000000001,'week','42',12,14,-259200,2,1);
INSERT INTO "partners" VALUES(1100000000000000001,'week','42',13,11,-259200,1,0);
INSERT INTO "partners" VALUES(1100000000000000001,'week','42',13,777000777,-259200,1,1);
INSERT INTO "partners" VALUES(1100000000000000001,'week','42',14,12,-259200,2,1);
INSERT INTO "partners" VALUES(1100000000000000001,'week','42',777000777,13,-259200,1,1);
CREATE TABLE people (
	user_id BIGINT NOT NULL, 
	name VARCHAR NOT NULL, 
	dms BOOLEAN NOT NULL, 
	dm_closed BOOLEAN NOT NULL, 
	locale VARCHAR, pictures BOOLEAN DEFAULT 1 NOT NULL, on_boards BOOLEAN DEFAULT 1 NOT NULL, asks_first BOOLEAN DEFAULT 0 NOT NULL, plays_forced BOOLEAN DEFAULT 0 NOT NULL, pings VARCHAR DEFAULT 'late' NOT NULL, time_zone VARCHAR DEFAULT 'America/Chicago' NOT NULL, quiet_from INTEGER, quiet_until INTEGER DEFAULT '7' NOT NULL, safe_colors BOOLEAN DEFAULT 0 NOT NULL, pace VARCHAR, dm_later BOOLEAN DEFAULT 0 NOT NULL, knows JSON DEFAULT '[]' NOT NULL, opponents VARCHAR, 
	PRIMARY KEY (user_id)
);
INSERT INTO "people" VALUES(777000777,'Secret Name',0,0,'es-ES',1,1,0,0,'late','America/Chicago',NULL,7,0,NULL,0,'[]',NULL);
INSERT INTO "people" VALUES(12,'Ella',1,0,NULL,1,1,0,0,'late','America/Chicago',NULL,7,0,NULL,0,'[]',NULL);
INSERT INTO "people" VALUES(13,'Steve',1,0,NULL,1,1,0,0,'late','America/Chicago',NULL,7,0,NULL,0,'[]',NULL);
INSERT INTO "people" VALUES(14,'Will',1,0,NULL,1,1,0,0,'late','America/Chicago',NULL,7,0,NULL,0,'[]',NULL);
INSERT INTO "people" VALUES(11,'Nancy',1,0,NULL,1,1,0,0,'late','America/Chicago',NULL,7,0,NULL,0,'[]',NULL);
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
INSERT INTO "rating_changes" VALUES('first',7,7,'first',7,7,6.25,7,6.25,6.25,7,7,7,1);
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
INSERT INTO "ratings" VALUES(7,'first',7,6.25,6.25,7,7);
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
INSERT INTO "redraws" VALUES(7,7,'first',7,6.25,'first',7);
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
INSERT INTO "report_messages" VALUES(7,7,7,7,7,'first',6.25);
CREATE TABLE report_people (
	number INTEGER NOT NULL, 
	user_id BIGINT NOT NULL, 
	PRIMARY KEY (number, user_id), 
	FOREIGN KEY(number) REFERENCES reports (number)
)
 WITHOUT ROWID

;
INSERT INTO "report_people" VALUES(2,777000777);
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
INSERT INTO "reports" VALUES(1,777000777,'Secret Name',7,70,'Rude.',900.0,NULL);
INSERT INTO "reports" VALUES(2,12,'Ella',7,70,'<@777000777>',900.0,NULL);
CREATE TABLE run_times (
	began_at FLOAT NOT NULL, 
	ended_at FLOAT NOT NULL, 
	PRIMARY KEY (began_at)
);
INSERT INTO "run_times" VALUES(6.25,6.25);
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
INSERT INTO "seat_log" VALUES('live01',1,'sat',0,777000777,1,900.0);
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
INSERT INTO "seats" VALUES('ended1',0,0,'person',777000777,'Secret Name','',0,0,0,NULL,NULL,'',0,0,NULL,NULL,'');
INSERT INTO "seats" VALUES('ended1',1,0,'person',12,'Ella','',0,0,0,NULL,NULL,'',0,0,NULL,NULL,'');
INSERT INTO "seats" VALUES('ended1',2,0,'person',13,'Steve','',0,0,0,NULL,NULL,'',0,0,NULL,NULL,'');
INSERT INTO "seats" VALUES('ended1',3,0,'person',14,'Will','',0,0,0,NULL,NULL,'',0,0,NULL,NULL,'');
INSERT INTO "seats" VALUES('k3f9q2',0,1,'person',11,'Nancy','',0,0,0,NULL,NULL,'',0,0,NULL,NULL,'');
INSERT INTO "seats" VALUES('k3f9q2',1,1,'person',12,'Ella','',0,0,0,NULL,NULL,'',0,0,NULL,NULL,'');
INSERT INTO "seats" VALUES('k3f9q2',2,1,'person',13,'Steve','',0,0,0,NULL,NULL,'',0,0,NULL,NULL,'');
INSERT INTO "seats" VALUES('k3f9q2',3,1,'person',14,'Will','',0,0,0,NULL,NULL,'',0,0,NULL,NULL,'');
INSERT INTO "seats" VALUES('live01',0,1,'computer',NULL,'Lou','',0,0,0,777000777,NULL,'',0,0,NULL,NULL,'');
INSERT INTO "seats" VALUES('live01',1,1,'person',12,'Ella','',0,0,0,NULL,NULL,'',0,0,NULL,NULL,'');
INSERT INTO "seats" VALUES('live01',2,1,'person',13,'Steve','',0,0,0,NULL,NULL,'',0,0,NULL,NULL,'');
INSERT INTO "seats" VALUES('live01',3,1,'person',14,'Will','',0,0,0,NULL,NULL,'',0,0,NULL,NULL,'');
INSERT INTO "seats" VALUES('n4w8tz',0,0,'person',11,'Nancy','',0,0,0,NULL,NULL,'',0,0,NULL,NULL,'');
INSERT INTO "seats" VALUES('n4w8tz',1,0,'person',12,'Ella','',0,0,0,NULL,NULL,'',0,0,NULL,NULL,'');
INSERT INTO "seats" VALUES('n4w8tz',2,0,'person',13,'Steve','',0,0,0,NULL,NULL,'',0,0,NULL,NULL,'');
INSERT INTO "seats" VALUES('n4w8tz',3,0,'person',14,'Will','',0,0,0,NULL,NULL,'',0,0,NULL,NULL,'');
INSERT INTO "seats" VALUES('p2h6md',0,1,'person',11,'Nancy','',0,0,0,NULL,NULL,'',0,0,NULL,NULL,'');
INSERT INTO "seats" VALUES('p2h6md',1,1,'person',12,'Ella','',0,0,0,NULL,NULL,'',0,0,NULL,NULL,'');
INSERT INTO "seats" VALUES('p2h6md',2,1,'person',13,'Steve','',0,0,0,NULL,NULL,'',0,0,NULL,NULL,'');
INSERT INTO "seats" VALUES('p2h6md',3,1,'person',14,'Will','',0,0,0,NULL,NULL,'',0,0,NULL,NULL,'');
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
INSERT INTO "server_settings" VALUES(7,'["42"]',1,'first','first',7,1,1,'first',7,7,7);
CREATE TABLE servers (
	guild_id BIGINT NOT NULL, 
	left_at FLOAT, 
	PRIMARY KEY (guild_id)
);
INSERT INTO "servers" VALUES(7,6.25);
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
INSERT INTO "shakes" VALUES('ended1',1,'a:1','cccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccc',X'0000000000000000000000000000000000000000000000000000000000000000',0);
INSERT INTO "shakes" VALUES('k3f9q2',1,'a:1','cccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccc',X'0000000000000000000000000000000000000000000000000000000000000000',0);
INSERT INTO "shakes" VALUES('live01',1,'a:1','cccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccc',X'0000000000000000000000000000000000000000000000000000000000000000',0);
INSERT INTO "shakes" VALUES('n4w8tz',1,'a:1','cccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccc',X'0000000000000000000000000000000000000000000000000000000000000000',0);
INSERT INTO "shakes" VALUES('p2h6md',1,'a:1','cccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccc',X'0000000000000000000000000000000000000000000000000000000000000000',0);
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
INSERT INTO "shared_messages" VALUES(7,7,7,7,6.25,'first');
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
INSERT INTO "standings" VALUES(-1,'all','all','',11,0,1,0,3,2,0,0,0,0,0,0,0,0,NULL);
INSERT INTO "standings" VALUES(-1,'all','all','',12,0,2,1,14,3,2,2,62,0,0,0,0,0,NULL);
INSERT INTO "standings" VALUES(-1,'all','all','',13,0,2,1,6,3,0,0,0,0,0,0,0,0,NULL);
INSERT INTO "standings" VALUES(-1,'all','all','',14,0,2,1,14,3,0,0,0,0,0,0,0,0,NULL);
INSERT INTO "standings" VALUES(-1,'all','all','',777000777,0,1,1,3,1,1,1,31,0,0,0,0,0,NULL);
INSERT INTO "standings" VALUES(-1,'people','all','',11,0,1,0,3,2,0,0,0,0,0,0,0,0,NULL);
INSERT INTO "standings" VALUES(-1,'people','all','',12,0,2,1,14,3,2,2,62,0,0,0,1,1,NULL);
INSERT INTO "standings" VALUES(-1,'people','all','',13,0,2,1,6,3,0,0,0,0,0,0,0,1,NULL);
INSERT INTO "standings" VALUES(-1,'people','all','',14,0,2,1,14,3,0,0,0,0,0,0,1,1,NULL);
INSERT INTO "standings" VALUES(-1,'people','all','',777000777,0,1,1,3,1,1,1,31,0,0,0,1,1,NULL);
INSERT INTO "standings" VALUES(-1,'people','all','42',11,0,1,0,3,2,0,0,0,0,0,0,0,0,NULL);
INSERT INTO "standings" VALUES(-1,'people','all','42',12,0,2,1,14,3,2,2,62,0,0,0,1,1,NULL);
INSERT INTO "standings" VALUES(-1,'people','all','42',13,0,2,1,6,3,0,0,0,0,0,0,0,1,NULL);
INSERT INTO "standings" VALUES(-1,'people','all','42',14,0,2,1,14,3,0,0,0,0,0,0,1,1,NULL);
INSERT INTO "standings" VALUES(-1,'people','all','42',777000777,0,1,1,3,1,1,1,31,0,0,0,1,1,NULL);
INSERT INTO "standings" VALUES(-1,'people','month','',11,0,1,0,3,2,0,0,0,0,0,0,0,0,NULL);
INSERT INTO "standings" VALUES(-1,'people','month','',12,0,2,1,14,3,2,2,62,0,0,0,1,1,NULL);
INSERT INTO "standings" VALUES(-1,'people','month','',13,0,2,1,6,3,0,0,0,0,0,0,0,1,NULL);
INSERT INTO "standings" VALUES(-1,'people','month','',14,0,2,1,14,3,0,0,0,0,0,0,1,1,NULL);
INSERT INTO "standings" VALUES(-1,'people','month','',777000777,0,1,1,3,1,1,1,31,0,0,0,1,1,NULL);
INSERT INTO "standings" VALUES(-1,'people','month','42',11,0,1,0,3,2,0,0,0,0,0,0,0,0,NULL);
INSERT INTO "standings" VALUES(-1,'people','month','42',12,0,2,1,14,3,2,2,62,0,0,0,1,1,NULL);
INSERT INTO "standings" VALUES(-1,'people','month','42',13,0,2,1,6,3,0,0,0,0,0,0,0,1,NULL);
INSERT INTO "standings" VALUES(-1,'people','month','42',14,0,2,1,14,3,0,0,0,0,0,0,1,1,NULL);
INSERT INTO "standings" VALUES(-1,'people','month','42',777000777,0,1,1,3,1,1,1,31,0,0,0,1,1,NULL);
INSERT INTO "standings" VALUES(-1,'people','season','',11,0,1,0,3,2,0,0,0,0,0,0,0,0,NULL);
INSERT INTO "standings" VALUES(-1,'people','season','',12,0,2,1,14,3,2,2,62,0,0,0,1,1,NULL);
INSERT INTO "standings" VALUES(-1,'people','season','',13,0,2,1,6,3,0,0,0,0,0,0,0,1,NULL);
INSERT INTO "standings" VALUES(-1,'people','season','',14,0,2,1,14,3,0,0,0,0,0,0,1,1,NULL);
INSERT INTO "standings" VALUES(-1,'people','season','',777000777,0,1,1,3,1,1,1,31,0,0,0,1,1,NULL);
INSERT INTO "standings" VALUES(-1,'people','season','42',11,0,1,0,3,2,0,0,0,0,0,0,0,0,NULL);
INSERT INTO "standings" VALUES(-1,'people','season','42',12,0,2,1,14,3,2,2,62,0,0,0,1,1,NULL);
INSERT INTO "standings" VALUES(-1,'people','season','42',13,0,2,1,6,3,0,0,0,0,0,0,0,1,NULL);
INSERT INTO "standings" VALUES(-1,'people','season','42',14,0,2,1,14,3,0,0,0,0,0,0,1,1,NULL);
INSERT INTO "standings" VALUES(-1,'people','season','42',777000777,0,1,1,3,1,1,1,31,0,0,0,1,1,NULL);
INSERT INTO "standings" VALUES(-1,'people','week','',11,-259200,1,0,3,2,0,0,0,0,0,0,0,0,NULL);
INSERT INTO "standings" VALUES(-1,'people','week','',12,-259200,2,1,14,3,2,2,62,0,0,0,1,1,NULL);
INSERT INTO "standings" VALUES(-1,'people','week','',13,-259200,2,1,6,3,0,0,0,0,0,0,0,1,NULL);
INSERT INTO "standings" VALUES(-1,'people','week','',14,-259200,2,1,14,3,0,0,0,0,0,0,1,1,NULL);
INSERT INTO "standings" VALUES(-1,'people','week','',777000777,-259200,1,1,3,1,1,1,31,0,0,0,1,1,NULL);
INSERT INTO "standings" VALUES(-1,'people','week','42',11,-259200,1,0,3,2,0,0,0,0,0,0,0,0,NULL);
INSERT INTO "standings" VALUES(-1,'people','week','42',12,-259200,2,1,14,3,2,2,62,0,0,0,1,1,NULL);
INSERT INTO "standings" VALUES(-1,'people','week','42',13,-259200,2,1,6,3,0,0,0,0,0,0,0,1,NULL);
INSERT INTO "standings" VALUES(-1,'people','week','42',14,-259200,2,1,14,3,0,0,0,0,0,0,1,1,NULL);
INSERT INTO "standings" VALUES(-1,'people','week','42',777000777,-259200,1,1,3,1,1,1,31,0,0,0,1,1,NULL);
INSERT INTO "standings" VALUES(1100000000000000001,'all','all','',11,0,1,0,3,2,0,0,0,0,0,0,0,0,NULL);
INSERT INTO "standings" VALUES(1100000000000000001,'all','all','',12,0,2,1,14,3,2,2,62,0,0,0,0,0,NULL);
INSERT INTO "standings" VALUES(1100000000000000001,'all','all','',13,0,2,1,6,3,0,0,0,0,0,0,0,0,NULL);
INSERT INTO "standings" VALUES(1100000000000000001,'all','all','',14,0,2,1,14,3,0,0,0,0,0,0,0,0,NULL);
INSERT INTO "standings" VALUES(1100000000000000001,'all','all','',777000777,0,1,1,3,1,1,1,31,0,0,0,0,0,NULL);
INSERT INTO "standings" VALUES(1100000000000000001,'people','all','',11,0,1,0,3,2,0,0,0,0,0,0,0,0,NULL);
INSERT INTO "standings" VALUES(1100000000000000001,'people','all','',12,0,2,1,14,3,2,2,62,0,0,0,1,1,NULL);
INSERT INTO "standings" VALUES(1100000000000000001,'people','all','',13,0,2,1,6,3,0,0,0,0,0,0,0,1,NULL);
INSERT INTO "standings" VALUES(1100000000000000001,'people','all','',14,0,2,1,14,3,0,0,0,0,0,0,1,1,NULL);
INSERT INTO "standings" VALUES(1100000000000000001,'people','all','',777000777,0,1,1,3,1,1,1,31,0,0,0,1,1,NULL);
INSERT INTO "standings" VALUES(1100000000000000001,'people','all','42',11,0,1,0,3,2,0,0,0,0,0,0,0,0,NULL);
INSERT INTO "standings" VALUES(1100000000000000001,'people','all','42',12,0,2,1,14,3,2,2,62,0,0,0,1,1,NULL);
INSERT INTO "standings" VALUES(1100000000000000001,'people','all','42',13,0,2,1,6,3,0,0,0,0,0,0,0,1,NULL);
INSERT INTO "standings" VALUES(1100000000000000001,'people','all','42',14,0,2,1,14,3,0,0,0,0,0,0,1,1,NULL);
INSERT INTO "standings" VALUES(1100000000000000001,'people','all','42',777000777,0,1,1,3,1,1,1,31,0,0,0,1,1,NULL);
INSERT INTO "standings" VALUES(1100000000000000001,'people','month','',11,0,1,0,3,2,0,0,0,0,0,0,0,0,NULL);
INSERT INTO "standings" VALUES(1100000000000000001,'people','month','',12,0,2,1,14,3,2,2,62,0,0,0,1,1,NULL);
INSERT INTO "standings" VALUES(1100000000000000001,'people','month','',13,0,2,1,6,3,0,0,0,0,0,0,0,1,NULL);
INSERT INTO "standings" VALUES(1100000000000000001,'people','month','',14,0,2,1,14,3,0,0,0,0,0,0,1,1,NULL);
INSERT INTO "standings" VALUES(1100000000000000001,'people','month','',777000777,0,1,1,3,1,1,1,31,0,0,0,1,1,NULL);
INSERT INTO "standings" VALUES(1100000000000000001,'people','month','42',11,0,1,0,3,2,0,0,0,0,0,0,0,0,NULL);
INSERT INTO "standings" VALUES(1100000000000000001,'people','month','42',12,0,2,1,14,3,2,2,62,0,0,0,1,1,NULL);
INSERT INTO "standings" VALUES(1100000000000000001,'people','month','42',13,0,2,1,6,3,0,0,0,0,0,0,0,1,NULL);
INSERT INTO "standings" VALUES(1100000000000000001,'people','month','42',14,0,2,1,14,3,0,0,0,0,0,0,1,1,NULL);
INSERT INTO "standings" VALUES(1100000000000000001,'people','month','42',777000777,0,1,1,3,1,1,1,31,0,0,0,1,1,NULL);
INSERT INTO "standings" VALUES(1100000000000000001,'people','season','',11,0,1,0,3,2,0,0,0,0,0,0,0,0,NULL);
INSERT INTO "standings" VALUES(1100000000000000001,'people','season','',12,0,2,1,14,3,2,2,62,0,0,0,1,1,NULL);
INSERT INTO "standings" VALUES(1100000000000000001,'people','season','',13,0,2,1,6,3,0,0,0,0,0,0,0,1,NULL);
INSERT INTO "standings" VALUES(1100000000000000001,'people','season','',14,0,2,1,14,3,0,0,0,0,0,0,1,1,NULL);
INSERT INTO "standings" VALUES(1100000000000000001,'people','season','',777000777,0,1,1,3,1,1,1,31,0,0,0,1,1,NULL);
INSERT INTO "standings" VALUES(1100000000000000001,'people','season','42',11,0,1,0,3,2,0,0,0,0,0,0,0,0,NULL);
INSERT INTO "standings" VALUES(1100000000000000001,'people','season','42',12,0,2,1,14,3,2,2,62,0,0,0,1,1,NULL);
INSERT INTO "standings" VALUES(1100000000000000001,'people','season','42',13,0,2,1,6,3,0,0,0,0,0,0,0,1,NULL);
INSERT INTO "standings" VALUES(1100000000000000001,'people','season','42',14,0,2,1,14,3,0,0,0,0,0,0,1,1,NULL);
INSERT INTO "standings" VALUES(1100000000000000001,'people','season','42',777000777,0,1,1,3,1,1,1,31,0,0,0,1,1,NULL);
INSERT INTO "standings" VALUES(1100000000000000001,'people','week','',11,-259200,1,0,3,2,0,0,0,0,0,0,0,0,NULL);
INSERT INTO "standings" VALUES(1100000000000000001,'people','week','',12,-259200,2,1,14,3,2,2,62,0,0,0,1,1,NULL);
INSERT INTO "standings" VALUES(1100000000000000001,'people','week','',13,-259200,2,1,6,3,0,0,0,0,0,0,0,1,NULL);
INSERT INTO "standings" VALUES(1100000000000000001,'people','week','',14,-259200,2,1,14,3,0,0,0,0,0,0,1,1,NULL);
INSERT INTO "standings" VALUES(1100000000000000001,'people','week','',777000777,-259200,1,1,3,1,1,1,31,0,0,0,1,1,NULL);
INSERT INTO "standings" VALUES(1100000000000000001,'people','week','42',11,-259200,1,0,3,2,0,0,0,0,0,0,0,0,NULL);
INSERT INTO "standings" VALUES(1100000000000000001,'people','week','42',12,-259200,2,1,14,3,2,2,62,0,0,0,1,1,NULL);
INSERT INTO "standings" VALUES(1100000000000000001,'people','week','42',13,-259200,2,1,6,3,0,0,0,0,0,0,0,1,NULL);
INSERT INTO "standings" VALUES(1100000000000000001,'people','week','42',14,-259200,2,1,14,3,0,0,0,0,0,0,1,1,NULL);
INSERT INTO "standings" VALUES(1100000000000000001,'people','week','42',777000777,-259200,1,1,3,1,1,1,31,0,0,0,1,1,NULL);
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
INSERT INTO "surfaces" VALUES('ended1','board',0,1,4,5,'',1);
INSERT INTO "surfaces" VALUES('live01','board',0,1,4,6,'',1);
INSERT INTO "surfaces" VALUES('live01','hand',777000777,1,2,3,'',1);
INSERT INTO "surfaces" VALUES('live01','hand',777000777,2,2,0,'',1);
INSERT INTO "surfaces" VALUES('live01','ping',777000777,1,2,3,'',1);
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
INSERT INTO "tables" VALUES('ended1',1100000000000000001,1,500,500,777000777,'42','{"preset":"straight-marks"}','closed',NULL,1,2,1,1,'[0,0]','[0,0]',NULL,0,NULL,0.0,0.0,0,0,NULL,NULL,NULL,NULL,NULL,NULL,0,NULL,0,0,'ALL',1,NULL,NULL,NULL);
INSERT INTO "tables" VALUES('live01',1100000000000000001,1,500,500,777000777,'42','{"preset":"straight-marks"}','playing',NULL,2,1,1,1,'[0,0]','[0,0]',NULL,0,NULL,0.0,0.0,0,0,NULL,NULL,NULL,NULL,NULL,NULL,0,NULL,0,0,'ALL',1,NULL,NULL,NULL);
INSERT INTO "tables" VALUES('n4w8tz',1100000000000000001,2,500,500,11,'42','{"preset":"straight-marks"}','closed',NULL,1,3,1,1,'[0,0]','[0,0]',NULL,0,NULL,0.0,0.0,0,0,NULL,NULL,NULL,NULL,NULL,NULL,0,NULL,0,0,'ALL',1,NULL,NULL,NULL);
INSERT INTO "tables" VALUES('p2h6md',1100000000000000001,2,501,500,11,'42','{"preset":"straight-marks"}','playing',NULL,3,1,1,1,'[0,0]','[0,0]',NULL,0,NULL,0.0,0.0,0,0,NULL,NULL,NULL,NULL,NULL,NULL,0,NULL,0,0,'ALL',1,NULL,NULL,NULL);
INSERT INTO "tables" VALUES('k3f9q2',1100000000000000001,1,500,500,11,'42','{"preset":"straight-marks"}','playing',NULL,1,0,1,1,'[0,0]','[0,0]',NULL,0,NULL,0.0,0.0,0,0,NULL,'ev3n7s',NULL,NULL,NULL,NULL,0,NULL,0,0,'ALL',1,NULL,NULL,NULL);
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
INSERT INTO "undelivered" VALUES('first','first',7,7,7,'first',7,'first',7,6.25,1);
CREATE TABLE vote_picks (
	vote_id VARCHAR NOT NULL, 
	user_id BIGINT NOT NULL, 
	choice VARCHAR NOT NULL, 
	PRIMARY KEY (vote_id, user_id), 
	FOREIGN KEY(vote_id) REFERENCES votes (vote_id) ON DELETE CASCADE
)
 WITHOUT ROWID

;
INSERT INTO "vote_picks" VALUES('v1',12,'32');
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
INSERT INTO "votes" VALUES('v1',7,70,0,11,'{"rules":{"preset":"house"},"hand":["66","65","64","63","62","61","60"],"calls":["31"],"total":[3,2]}',2000000000.0,0,'{}','');
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
INSERT INTO "welcomes" VALUES(7,7,7,7,6.25,7,7);
CREATE INDEX tables_waking ON tables (wake_at) WHERE wake_at IS NOT NULL;
CREATE UNIQUE INDEX tables_live ON tables (guild_id, number) WHERE status != 'closed' AND event_id IS NULL;
CREATE UNIQUE INDEX events_live ON events (channel_id) WHERE status != 'closed';
CREATE INDEX event_players_user ON event_players (user_id);
CREATE INDEX seat_log_user ON seat_log (user_id);
CREATE INDEX seats_user ON seats (user_id, live);
CREATE INDEX seats_reserved ON seats (reserved_by) WHERE reserved_by IS NOT NULL;
CREATE INDEX tables_live_guild ON tables (guild_id) WHERE status != 'closed';
CREATE INDEX tables_live_channel ON tables (channel_id) WHERE status != 'closed';
CREATE INDEX tables_live_event ON tables (event_id) WHERE status != 'closed' AND event_id IS NOT NULL;
CREATE INDEX events_live_guild ON events (guild_id) WHERE status != 'closed';
CREATE INDEX standings_user ON standings (user_id);
CREATE INDEX partners_user ON partners (user_id);
CREATE INDEX partners_partner ON partners (partner_id);
CREATE INDEX ratings_user ON ratings (user_id);
CREATE INDEX rating_changes_user ON rating_changes (user_id, guild_id, game, at);
CREATE INDEX game_players_user ON game_players (user_id, at);
CREATE INDEX tables_unswept ON tables (closed_at) WHERE closed_at IS NOT NULL AND NOT swept;
CREATE INDEX people_off_boards ON people (user_id) WHERE NOT on_boards;
CREATE INDEX tables_host ON tables (host_id);
CREATE INDEX surfaces_user ON surfaces (user_id);
CREATE INDEX events_host ON events (host_id);
CREATE INDEX seats_dealt ON seats (dealt_to) WHERE dealt_to IS NOT NULL;
CREATE INDEX acts_user ON acts (user_id) WHERE user_id IS NOT NULL;
CREATE INDEX event_players_wish ON event_players (wish) WHERE wish IS NOT NULL;
CREATE INDEX redraws_due ON redraws (due_at);
CREATE INDEX reports_user ON reports (user_id, at);
CREATE INDEX reports_waiting ON reports (number) WHERE told_at IS NULL;
CREATE INDEX report_people_user ON report_people (user_id);
CREATE INDEX report_messages_host ON report_messages (host_id, first);
CREATE INDEX redraws_user ON redraws (user_id) WHERE user_id IS NOT NULL;
CREATE INDEX hand_players_user ON hand_players (user_id, at);
CREATE INDEX votes_host ON votes (host_id);
CREATE INDEX vote_picks_user ON vote_picks (user_id);
CREATE INDEX daily_days_open ON daily_days (day) WHERE closed_at IS NULL;
CREATE INDEX daily_days_unswept ON daily_days (closed_at) WHERE closed_at IS NOT NULL AND NOT swept;
CREATE INDEX daily_hands_user ON daily_hands (user_id, day);
CREATE INDEX daily_hands_field ON daily_hands (day, version, score, bid, ours, made, lead);
CREATE INDEX seats_played ON seats (played_by) WHERE played_by IS NOT NULL;
CREATE INDEX undelivered_guild ON undelivered (guild_id);
CREATE INDEX undelivered_user ON undelivered (user_id);
CREATE INDEX undelivered_at ON undelivered (at);
CREATE INDEX shared_messages_guild ON shared_messages (guild_id);
CREATE INDEX shared_messages_at ON shared_messages (at);
CREATE UNIQUE INDEX shared_messages_once ON shared_messages (user_id, channel_id, about);
COMMIT;
