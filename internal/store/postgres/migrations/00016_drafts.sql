-- +goose Up
-- +goose StatementBegin
-- What staff have made of an entry beside what is stored of it, and not yet published or
-- kept. A row stays when its draft has ended, without data, so that no counter comes twice.
CREATE TABLE _quartet_drafts (
    collection text COLLATE "C" NOT NULL,
    entry_id   text COLLATE "C" NOT NULL,
    counter    bigint NOT NULL, -- rises with each save
    base       bigint NOT NULL, -- version of the entry that it is made of
    was        text COLLATE "C",             -- what leads from data back to that version, null for nothing
    data       text COLLATE "C",             -- null without a draft
    title      text COLLATE "C" NOT NULL,
    locale     text COLLATE "C" NOT NULL,    -- '' where data has none
    begun_by   text COLLATE "C" NOT NULL,    -- '' for the site itself
    begun_at   bigint NOT NULL,
    saved_by   text COLLATE "C" NOT NULL,
    saved_at   bigint NOT NULL,
    PRIMARY KEY (collection, entry_id)
);
CREATE INDEX _quartet_drafts_begun ON _quartet_drafts (begun_by, saved_at) WHERE data IS NOT NULL;
CREATE INDEX _quartet_drafts_saved ON _quartet_drafts (saved_by, saved_at) WHERE data IS NOT NULL;

-- Which of them name which media assets, as _quartet_media_uses has it of entries.
CREATE TABLE _quartet_draft_media (
    asset_id   text COLLATE "C" NOT NULL,
    collection text COLLATE "C" NOT NULL,
    entry_id   text COLLATE "C" NOT NULL,
    PRIMARY KEY (asset_id, collection, entry_id)
);
CREATE INDEX _quartet_draft_media_entry ON _quartet_draft_media (collection, entry_id);
-- +goose StatementEnd
