-- +goose Up
-- +goose StatementBegin
-- Times are epoch milliseconds. Secrets are hashed; what must be read again is
-- sealed.

CREATE TABLE _quartet_users (
    id             TEXT PRIMARY KEY NOT NULL,
    email          TEXT,                         -- lower-case; null when no way in gave one
    email_verified INTEGER NOT NULL,             -- 0: a claim that counts for nothing, and that several users may make
    name           TEXT NOT NULL,
    image          TEXT NOT NULL,                -- a URL, or ''
    role           TEXT CHECK (role IN ('owner', 'editor', 'contributor')), -- null: no staff role
    created_at     INTEGER NOT NULL,
    updated_at     INTEGER NOT NULL,
    seen_at        INTEGER NOT NULL,             -- to the day
    CHECK (email_verified = 0 OR email IS NOT NULL)
) WITHOUT ROWID;
CREATE UNIQUE INDEX _quartet_users_email ON _quartet_users (email) WHERE email_verified = 1;
CREATE INDEX _quartet_users_created ON _quartet_users (created_at, id);
CREATE INDEX _quartet_users_staff ON _quartet_users (created_at, id) WHERE role IS NOT NULL;
CREATE INDEX _quartet_users_role ON _quartet_users (role) WHERE role IS NOT NULL;

-- What links a user to an identity at a provider.
CREATE TABLE _quartet_accounts (
    provider   TEXT NOT NULL,
    subject    TEXT NOT NULL,     -- the provider's unchanging id of the identity
    user       TEXT NOT NULL,
    login      TEXT NOT NULL,     -- the name the identity goes by there, or ''
    tokens     BLOB,              -- the provider's tokens, sealed
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    PRIMARY KEY (provider, subject)
) WITHOUT ROWID;
CREATE INDEX _quartet_accounts_user ON _quartet_accounts (user, provider);

-- A session that ended has no row. One that has merely expired keeps its row
-- while a grant with offline access hangs on it.
CREATE TABLE _quartet_sessions (
    id           TEXT PRIMARY KEY NOT NULL,
    hash         BLOB NOT NULL UNIQUE,
    user         TEXT NOT NULL,
    provider     TEXT NOT NULL,    -- the way in: email-otp, magic-link or a provider's id
    created_at   INTEGER NOT NULL,
    refreshed_at INTEGER NOT NULL,
    expires_at   INTEGER NOT NULL,
    purge_at     INTEGER NOT NULL, -- when to look whether the row may go: once it has expired
    address      TEXT NOT NULL,    -- of the client, for the user's own list
    agent        TEXT NOT NULL
) WITHOUT ROWID;
CREATE INDEX _quartet_sessions_user ON _quartet_sessions (user, created_at);
CREATE INDEX _quartet_sessions_purge ON _quartet_sessions (purge_at);

-- What somebody must show once: a code, a link, the state of a sign-in at a
-- provider.
CREATE TABLE _quartet_verifications (
    kind       TEXT NOT NULL,
    subject    BLOB NOT NULL,      -- whom it is about, hashed where it is a secret
    proof      BLOB NOT NULL,      -- the MAC of what must be shown, or empty
    payload    BLOB NOT NULL,      -- sealed, or empty
    tries      INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    PRIMARY KEY (kind, subject)
) WITHOUT ROWID;
CREATE INDEX _quartet_verifications_expires ON _quartet_verifications (expires_at);

CREATE TABLE _quartet_invitations (
    id          TEXT PRIMARY KEY NOT NULL,
    email       TEXT NOT NULL UNIQUE,
    role        TEXT NOT NULL CHECK (role IN ('owner', 'editor', 'contributor')),
    invited_by  TEXT NOT NULL,
    created_at  INTEGER NOT NULL,
    expires_at  INTEGER NOT NULL,
    accepted_at INTEGER            -- null: it waits
) WITHOUT ROWID;
CREATE INDEX _quartet_invitations_expires ON _quartet_invitations (expires_at);

CREATE TABLE _quartet_api_keys (
    id         TEXT PRIMARY KEY NOT NULL,
    hash       BLOB NOT NULL UNIQUE,
    name       TEXT NOT NULL,
    start      TEXT NOT NULL,      -- its first characters, to tell keys apart
    scopes     TEXT NOT NULL,      -- a JSON array
    created_by TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    expires_at INTEGER,            -- null: never
    used_at    INTEGER
) WITHOUT ROWID;

-- Counts for rate limits, in windows of fixed length.
CREATE TABLE _quartet_rates (
    bucket  TEXT NOT NULL,         -- what is limited, and whom it is counted for
    window  INTEGER NOT NULL,      -- when the window began
    count   INTEGER NOT NULL,
    ends_at INTEGER NOT NULL,
    PRIMARY KEY (bucket, window)
) WITHOUT ROWID;
CREATE INDEX _quartet_rates_ends ON _quartet_rates (ends_at);

-- The keys that sign access tokens.
CREATE TABLE _quartet_signing_keys (
    id         TEXT PRIMARY KEY NOT NULL,
    public     TEXT NOT NULL,      -- a JWK
    private    BLOB NOT NULL,      -- sealed
    created_at INTEGER NOT NULL,
    retired_at INTEGER             -- since when it signs nothing new
) WITHOUT ROWID;

CREATE TABLE _quartet_oauth_clients (
    id         TEXT PRIMARY KEY NOT NULL,  -- what we gave it, or the URL of its metadata document
    metadata   TEXT NOT NULL,              -- as checked, JSON
    created_at INTEGER NOT NULL,
    fetched_at INTEGER,                    -- of a metadata document
    used_at    INTEGER                     -- the last time it was given a token
) WITHOUT ROWID;
CREATE INDEX _quartet_oauth_clients_unused ON _quartet_oauth_clients (created_at) WHERE used_at IS NULL;

-- What a user let a client do. It is alive while it has not ended, its user
-- exists, and its session has a row, which without offline access must not have
-- expired.
CREATE TABLE _quartet_oauth_grants (
    id         TEXT PRIMARY KEY NOT NULL,
    client     TEXT NOT NULL,
    user       TEXT NOT NULL,
    session    TEXT NOT NULL,
    scopes     TEXT NOT NULL,      -- separated by spaces
    resource   TEXT NOT NULL,
    offline    INTEGER NOT NULL,
    thumbprint TEXT NOT NULL,      -- of the DPoP key that it is bound to, or ''
    created_at INTEGER NOT NULL,
    used_at    INTEGER,            -- the last time that a token was given for it
    ended_at   INTEGER
) WITHOUT ROWID;
CREATE INDEX _quartet_oauth_grants_user ON _quartet_oauth_grants (user, client);
CREATE INDEX _quartet_oauth_grants_session ON _quartet_oauth_grants (session);

-- Scopes that a user has consented to, so that nobody is asked twice.
CREATE TABLE _quartet_oauth_consents (
    user       TEXT NOT NULL,
    client     TEXT NOT NULL,
    resource   TEXT NOT NULL,
    scopes     TEXT NOT NULL,
    updated_at INTEGER NOT NULL,
    PRIMARY KEY (user, client, resource)
) WITHOUT ROWID;

CREATE TABLE _quartet_oauth_codes (
    hash         BLOB PRIMARY KEY NOT NULL,
    grant_id     TEXT NOT NULL,
    redirect_uri TEXT NOT NULL,
    challenge    TEXT NOT NULL,
    spent        INTEGER NOT NULL, -- 1 once it was exchanged: a second time ends the grant
    expires_at   INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX _quartet_oauth_codes_expires ON _quartet_oauth_codes (expires_at);

CREATE TABLE _quartet_oauth_refresh (
    hash       BLOB PRIMARY KEY NOT NULL,
    grant_id   TEXT NOT NULL,
    parent     BLOB,               -- hash of the token that it succeeds
    rotated_at INTEGER,            -- since when it has a successor
    expires_at INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX _quartet_oauth_refresh_expires ON _quartet_oauth_refresh (expires_at);
CREATE INDEX _quartet_oauth_refresh_grant ON _quartet_oauth_refresh (grant_id);

-- DPoP proofs that were shown: a second time is a replay.
CREATE TABLE _quartet_oauth_proofs (
    hash       BLOB PRIMARY KEY NOT NULL,
    expires_at INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX _quartet_oauth_proofs_expires ON _quartet_oauth_proofs (expires_at);
-- +goose StatementEnd
