-- +goose Up
-- +goose StatementBegin
CREATE TABLE site_config (
    key   TEXT PRIMARY KEY NOT NULL,
    value TEXT NOT NULL
) WITHOUT ROWID;

-- Random keys, made on first use.
CREATE TABLE _quartet_secrets (
    name  TEXT PRIMARY KEY NOT NULL,
    value BLOB NOT NULL
) WITHOUT ROWID;

-- What each Schema's table looks like, as JSON.
CREATE TABLE _quartet_layout (
    name   TEXT PRIMARY KEY NOT NULL,
    layout TEXT NOT NULL
) WITHOUT ROWID;

-- Hashes of the seed documents that were loaded.
CREATE TABLE _quartet_seeds (
    hash TEXT PRIMARY KEY NOT NULL
) WITHOUT ROWID;
-- +goose StatementEnd
