-- +goose Up
-- +goose StatementBegin
-- What was changed, by whom, and how. Nothing is ever changed in it.
CREATE TABLE _quartet_audit (
    key        INTEGER PRIMARY KEY,
    time       INTEGER NOT NULL,  -- epoch milliseconds
    actor      TEXT,              -- a user's id, or else a credential's; null for nobody
    credential TEXT,              -- session, oauth or api-key
    client     TEXT,
    surface    TEXT NOT NULL,
    action     TEXT NOT NULL,
    collection TEXT,              -- null when the change is of no entry
    subject    TEXT NOT NULL,     -- the id of the entry, user or invitation
    version    INTEGER NOT NULL,  -- of an entry
    before     TEXT,              -- what differs, as a JSON object
    after      TEXT
);
CREATE INDEX _quartet_audit_actor ON _quartet_audit (actor) WHERE actor IS NOT NULL;
CREATE INDEX _quartet_audit_subject ON _quartet_audit (subject);
-- +goose StatementEnd
