-- +goose Up
-- +goose StatementBegin
-- Versions of entries that somebody has named. Each has the entry whole, so that nothing
-- that prunes the history takes it.
CREATE TABLE _quartet_named_versions (
    subject    text COLLATE "C" NOT NULL,
    collection text COLLATE "C" NOT NULL,
    version    bigint NOT NULL,
    name       text COLLATE "C" NOT NULL,
    time       bigint NOT NULL,  -- when it was named, epoch milliseconds
    actor      text COLLATE "C" NOT NULL,     -- who named it
    line       bigint NOT NULL,  -- the key of its record
    state      bytea NOT NULL,     -- see PackState in internal/audit
    PRIMARY KEY (subject, collection, version)
);
CREATE INDEX _quartet_named_versions_line ON _quartet_named_versions (line);

-- Entries that were deleted and can come back.
CREATE TABLE _quartet_bin (
    collection text COLLATE "C" NOT NULL,
    entry      text COLLATE "C" NOT NULL,
    status     text COLLATE "C" NOT NULL,
    version    bigint NOT NULL,
    data       bytea NOT NULL,     -- JSON, compressed
    author     text COLLATE "C",
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL,
    joined     text COLLATE "C",  -- of a translation: the value of its parent, as JSON
    deleted_at bigint NOT NULL,
    actor      text COLLATE "C",              -- who deleted it; null for nobody
    credential text COLLATE "C",
    client     text COLLATE "C",
    surface    text COLLATE "C" NOT NULL,
    PRIMARY KEY (collection, entry)
);
CREATE INDEX _quartet_bin_deleted ON _quartet_bin (deleted_at, collection, entry);
CREATE INDEX _quartet_bin_collection ON _quartet_bin (collection, deleted_at, entry);
CREATE INDEX _quartet_bin_joined ON _quartet_bin (collection, joined, deleted_at, entry) WHERE joined IS NOT NULL;

-- Moves of entries that are set for a time, and those that failed.
CREATE TABLE _quartet_moves (
    id         text COLLATE "C" PRIMARY KEY,
    collection text COLLATE "C" NOT NULL,
    entry      text COLLATE "C" NOT NULL,
    direction  text COLLATE "C" NOT NULL,     -- publish or unpublish
    due        bigint NOT NULL,  -- epoch milliseconds
    zone       text COLLATE "C" NOT NULL,     -- the time zone of who set it
    actor      text COLLATE "C" NOT NULL,     -- the user who set it
    role       text COLLATE "C" NOT NULL,     -- that they had then
    set_at     bigint NOT NULL,
    event      text COLLATE "C",              -- of the queue, once it is due
    failed_at  bigint,
    problem    text COLLATE "C",              -- a diagnostic, why it failed
    told       bigint NOT NULL   -- whether the user was told of the failure, 0 or 1
);
CREATE UNIQUE INDEX _quartet_moves_entry ON _quartet_moves (entry, collection, direction);
CREATE INDEX _quartet_moves_due ON _quartet_moves (due, id);
CREATE INDEX _quartet_moves_waiting ON _quartet_moves (due) WHERE event IS NULL AND failed_at IS NULL;
CREATE INDEX _quartet_moves_failed ON _quartet_moves (failed_at, id) WHERE failed_at IS NOT NULL;

-- What was published when, for the calendar.
CREATE INDEX _quartet_audit_published ON _quartet_audit (time, key) WHERE action = 'publish';
-- +goose StatementEnd
