-- +goose Up
-- +goose StatementBegin
-- What staff have made of an entry beside what is stored of it, and not yet published or
-- kept. A row stays when its draft has ended, without data, so that no counter comes twice.
CREATE TABLE _quartet_drafts (
    collection TEXT NOT NULL,
    entry_id   TEXT NOT NULL,
    counter    INTEGER NOT NULL, -- rises with each save
    base       INTEGER NOT NULL, -- version of the entry that it is made of
    was        TEXT,             -- what leads from data back to that version, null for nothing
    data       TEXT,             -- null without a draft
    title      TEXT NOT NULL,
    locale     TEXT NOT NULL,    -- '' where data has none
    begun_by   TEXT NOT NULL,    -- '' for the site itself
    begun_at   INTEGER NOT NULL,
    saved_by   TEXT NOT NULL,
    saved_at   INTEGER NOT NULL,
    PRIMARY KEY (collection, entry_id)
);
CREATE INDEX _quartet_drafts_begun ON _quartet_drafts (begun_by, saved_at) WHERE data IS NOT NULL;
CREATE INDEX _quartet_drafts_saved ON _quartet_drafts (saved_by, saved_at) WHERE data IS NOT NULL;

-- Which of them name which media assets, as _quartet_media_uses has it of entries.
CREATE TABLE _quartet_draft_media (
    asset_id   TEXT NOT NULL,
    collection TEXT NOT NULL,
    entry_id   TEXT NOT NULL,
    PRIMARY KEY (asset_id, collection, entry_id)
) WITHOUT ROWID;
CREATE INDEX _quartet_draft_media_entry ON _quartet_draft_media (collection, entry_id);
-- +goose StatementEnd
