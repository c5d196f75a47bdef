-- +goose Up
-- +goose StatementBegin
-- Which entries name which media assets, as their data says, whether the asset exists or
-- not. It is written with the entry.
CREATE TABLE _quartet_media_uses (
    asset_id   TEXT NOT NULL,
    collection TEXT NOT NULL,
    entry_id   TEXT NOT NULL,
    PRIMARY KEY (asset_id, collection, entry_id)
) WITHOUT ROWID;
CREATE INDEX _quartet_media_uses_entry ON _quartet_media_uses (collection, entry_id);
-- +goose StatementEnd
