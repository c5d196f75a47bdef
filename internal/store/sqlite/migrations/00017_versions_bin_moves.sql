-- +goose Up
-- +goose StatementBegin
-- Versions of entries that somebody has named. Each has the entry whole, so that nothing
-- that prunes the history takes it.
CREATE TABLE _quartet_named_versions (
    subject    TEXT NOT NULL,
    collection TEXT NOT NULL,
    version    INTEGER NOT NULL,
    name       TEXT NOT NULL,
    time       INTEGER NOT NULL,  -- when it was named, epoch milliseconds
    actor      TEXT NOT NULL,     -- who named it
    line       INTEGER NOT NULL,  -- the key of its record
    state      BLOB NOT NULL,     -- see PackState in internal/audit
    PRIMARY KEY (subject, collection, version)
) WITHOUT ROWID;
CREATE INDEX _quartet_named_versions_line ON _quartet_named_versions (line);

-- Entries that were deleted and can come back.
CREATE TABLE _quartet_bin (
    collection TEXT NOT NULL,
    entry      TEXT NOT NULL,
    status     TEXT NOT NULL,
    version    INTEGER NOT NULL,
    data       BLOB NOT NULL,     -- JSON, compressed
    author     TEXT,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    joined     TEXT,              -- of a translation: the value of its parent, as JSON
    deleted_at INTEGER NOT NULL,
    actor      TEXT,              -- who deleted it; null for nobody
    credential TEXT,
    client     TEXT,
    surface    TEXT NOT NULL,
    PRIMARY KEY (collection, entry)
) WITHOUT ROWID;
CREATE INDEX _quartet_bin_deleted ON _quartet_bin (deleted_at, collection, entry);
CREATE INDEX _quartet_bin_collection ON _quartet_bin (collection, deleted_at, entry);
CREATE INDEX _quartet_bin_joined ON _quartet_bin (collection, joined, deleted_at, entry) WHERE joined IS NOT NULL;

-- Moves of entries that are set for a time, and those that failed.
CREATE TABLE _quartet_moves (
    id         TEXT PRIMARY KEY,
    collection TEXT NOT NULL,
    entry      TEXT NOT NULL,
    direction  TEXT NOT NULL,     -- publish or unpublish
    due        INTEGER NOT NULL,  -- epoch milliseconds
    zone       TEXT NOT NULL,     -- the time zone of who set it
    actor      TEXT NOT NULL,     -- the user who set it
    role       TEXT NOT NULL,     -- that they had then
    set_at     INTEGER NOT NULL,
    event      TEXT,              -- of the queue, once it is due
    failed_at  INTEGER,
    problem    TEXT,              -- a diagnostic, why it failed
    told       INTEGER NOT NULL   -- whether the user was told of the failure, 0 or 1
) WITHOUT ROWID;
CREATE UNIQUE INDEX _quartet_moves_entry ON _quartet_moves (entry, collection, direction);
CREATE INDEX _quartet_moves_due ON _quartet_moves (due, id);
CREATE INDEX _quartet_moves_waiting ON _quartet_moves (due) WHERE event IS NULL AND failed_at IS NULL;
CREATE INDEX _quartet_moves_failed ON _quartet_moves (failed_at, id) WHERE failed_at IS NOT NULL;

-- What was published when, for the calendar.
CREATE INDEX _quartet_audit_published ON _quartet_audit (time, key) WHERE action = 'publish';
-- +goose StatementEnd
