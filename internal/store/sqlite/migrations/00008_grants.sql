-- +goose Up
-- +goose StatementBegin
-- What a refresh token was succeeded by, sealed, for whoever shows it twice at
-- once; null while it has no successor.
ALTER TABLE _quartet_oauth_refresh ADD COLUMN successor BLOB;

-- A client that registered for refresh tokens was consented to as one that stays
-- connected: its grants outlive their sessions from now on. Those whose session
-- is over have ended, and stay so.
UPDATE _quartet_oauth_grants SET offline = 1 WHERE offline = 0 AND ended_at IS NULL
AND EXISTS (SELECT 1 FROM _quartet_oauth_clients c, json_each(c.metadata, '$.grant_types') t
  WHERE c.id = client AND t.value = 'refresh_token')
AND EXISTS (SELECT 1 FROM _quartet_sessions s WHERE s.id = session AND s.expires_at > unixepoch() * 1000);
-- +goose StatementEnd
