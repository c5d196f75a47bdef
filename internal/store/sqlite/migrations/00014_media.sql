-- +goose Up
-- +goose StatementBegin
-- What is said of the files of the media library.
CREATE TABLE _quartet_media_assets (
    id           TEXT PRIMARY KEY,
    purpose      TEXT NOT NULL,
    filename     TEXT NOT NULL,
    kind         TEXT NOT NULL,     -- image, video, audio or file
    version      INTEGER NOT NULL,  -- of the bytes
    alt          TEXT NOT NULL,
    caption      TEXT NOT NULL,
    translations TEXT NOT NULL,     -- JSON: alt and caption by locale
    focal        TEXT,              -- JSON: x and y
    words        TEXT NOT NULL,     -- the name and all texts, a line each: what a search looks at
    created_at   INTEGER NOT NULL,
    created_by   TEXT NOT NULL      -- '' for nobody
) WITHOUT ROWID;
CREATE INDEX _quartet_media_assets_newest ON _quartet_media_assets (created_at, id);
-- The objects in the bucket, those of one upload together: the row is there before
-- the first object and goes after the last.
CREATE TABLE _quartet_media_groups (
    id        TEXT PRIMARY KEY,
    purpose   TEXT NOT NULL,
    asset     TEXT NOT NULL,  -- that it makes, or whose bytes it replaces
    version   INTEGER,        -- of the asset; null until it is committed
    creator   TEXT NOT NULL,  -- '' for nobody
    announced TEXT NOT NULL,  -- JSON; what was found, once it is committed
    due       INTEGER         -- when it is removed; null while an asset shows it
) WITHOUT ROWID;
CREATE UNIQUE INDEX _quartet_media_groups_version ON _quartet_media_groups (asset, version) WHERE version IS NOT NULL;
CREATE INDEX _quartet_media_groups_due ON _quartet_media_groups (due) WHERE due IS NOT NULL;
CREATE INDEX _quartet_media_groups_open ON _quartet_media_groups (creator, due) WHERE version IS NULL;
-- +goose StatementEnd
