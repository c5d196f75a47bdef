-- +goose Up
-- +goose StatementBegin
-- Which entry last left an address, when its slug or locale changed or it was no more
-- published. An address is a slug within a collection and, where that is localized, a
-- locale.
CREATE TABLE _quartet_former_addresses (
    collection TEXT NOT NULL,
    slug       TEXT NOT NULL,
    locale     TEXT NOT NULL,  -- '' where entries have none
    entry      TEXT NOT NULL,
    time       INTEGER NOT NULL,
    PRIMARY KEY (collection, slug, locale)
) WITHOUT ROWID;
CREATE INDEX _quartet_former_addresses_entry ON _quartet_former_addresses (collection, entry, time, slug, locale);
-- +goose StatementEnd
