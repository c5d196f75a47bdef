-- +goose Up
-- +goose StatementBegin
-- Which entry last left an address, when its value or locale changed or it was no more
-- published. An address is a value of a property, such as the slug, within a collection
-- and, where that is localized, a locale.
CREATE TABLE _quartet_former_addresses (
    collection TEXT NOT NULL,
    property   TEXT NOT NULL,
    value      TEXT NOT NULL,
    locale     TEXT NOT NULL,  -- '' where entries have none
    entry      TEXT NOT NULL,
    time       INTEGER NOT NULL,
    PRIMARY KEY (collection, property, value, locale)
) WITHOUT ROWID;
CREATE INDEX _quartet_former_addresses_entry ON _quartet_former_addresses (collection, entry, time, property, value, locale);
-- +goose StatementEnd
