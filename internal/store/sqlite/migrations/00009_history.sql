-- +goose Up
-- +goose StatementBegin
-- Where what a line tells of an entry is kept: 0 in the line itself or in
-- _quartet_undo, 1 in _quartet_versions, 2 nowhere any more, 3 in
-- _quartet_versions but for what the change itself changed. Lines of before have
-- theirs in themselves, and the sweep moves them.
ALTER TABLE _quartet_audit ADD COLUMN kept INTEGER NOT NULL DEFAULT 0;

-- What takes the change of a line back, where it is long, until the sweep packs
-- it. In the line it would leave a page behind that is all but empty: SQLite
-- joins pages when rows are deleted, not when they become shorter.
CREATE TABLE _quartet_undo (
    key  INTEGER PRIMARY KEY,  -- the line's
    undo TEXT NOT NULL
);

-- Versions of an entry together, compressed, from the one of the line last down
-- to that of the line first. See Pack in internal/audit.
CREATE TABLE _quartet_versions (
    key        INTEGER PRIMARY KEY,
    collection TEXT NOT NULL,
    subject    TEXT NOT NULL,
    last       INTEGER NOT NULL,
    first      INTEGER NOT NULL,
    lines      INTEGER NOT NULL,  -- of them with what they changed
    published  INTEGER NOT NULL,  -- of them versions alone
    pack       BLOB NOT NULL
);
CREATE INDEX _quartet_versions_subject ON _quartet_versions (subject, last);

-- How far the sweep is, and what it has pruned since it last wrote a line about it.
CREATE TABLE _quartet_sweep (
    one      INTEGER PRIMARY KEY CHECK (one = 1),
    seen     INTEGER NOT NULL,  -- the lines up to this one were looked at
    versions INTEGER NOT NULL,
    lines    INTEGER NOT NULL,
    told     INTEGER NOT NULL   -- epoch milliseconds
);
INSERT INTO _quartet_sweep VALUES (1, 0, 0, 0, 0);
-- +goose StatementEnd
