-- +goose Up
-- +goose StatementBegin
-- The lines of one collection, and of those the ones of one person, are found
-- wherever they lie among all: without these a collection that is written seldom
-- costs a read of the whole journal.
CREATE INDEX _quartet_audit_collection ON _quartet_audit (collection) WHERE collection IS NOT NULL;
CREATE INDEX _quartet_audit_collection_actor ON _quartet_audit (collection, actor) WHERE collection IS NOT NULL AND actor IS NOT NULL;
-- +goose StatementEnd
