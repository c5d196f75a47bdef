-- +goose Up
-- +goose StatementBegin
-- Which version of the program has brought these tables to which migration.
CREATE TABLE _quartet_program (
    migration INTEGER PRIMARY KEY NOT NULL,
    version   TEXT NOT NULL
);
-- +goose StatementEnd
