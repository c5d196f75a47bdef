package auth

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/quartet-dev/quartet/internal/audit"
	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/keyring"
)

// Key is a credential of a machine. It has no user; it passes ctx.auth and the
// scopes that it holds.
type Key struct {
	ID        string
	Name      string
	Start     string // the first characters of its secret, to tell keys apart
	Scopes    []string
	CreatedBy string // a user's id
	CreatedAt time.Time
	ExpiresAt time.Time // zero: never
	UsedAt    time.Time // to the hour; zero: never
}

// KeyPrefix begins the secret of every key.
const KeyPrefix = "qk_"

const (
	startLength  = len(KeyPrefix) + 6
	secretLength = len(KeyPrefix) + 52 // of a keyring.Token
	maxScopes    = 50
	maxScope     = 128 // bytes
	usedInterval = time.Hour
)

// CreateKey makes a key and its secret, which is shown here alone. expires may
// be zero for a key that ends by revocation only. Owners alone make keys, else
// AUTH_DENIED; a name, scope or time that is not acceptable is
// INPUT_VALIDATION_FAILED.
func (s *Service) CreateKey(ctx context.Context, by audit.Actor, name string, scopes []string, expires time.Time) (k *Key, secret string, err error) {
	now := s.now()
	k = &Key{ID: newID(), Name: clean(name, maxName), CreatedBy: by.ID, CreatedAt: now, ExpiresAt: expires.UTC().Truncate(time.Millisecond)}
	if k.Scopes, err = scopesOf(scopes); err != nil {
		return nil, "", err
	}
	if k.Name == "" {
		return nil, "", invalid("name", "A key needs a name.")
	}
	if !expires.IsZero() && !now.Before(k.ExpiresAt) {
		return nil, "", invalid("expiresAt", "A key cannot have expired when it is made.")
	}
	secret = KeyPrefix + keyring.Token()
	k.Start = secret[:startLength]
	hash := keyring.Hash(secret)
	err = s.store.Update(ctx, "write an API key", func(tx Tx) error {
		if err := mustOwn(tx, by.ID); err != nil {
			return err
		}
		if err := tx.InsertKey(k, hash); err != nil {
			return err
		}
		return recordChange(ctx, tx, now, change{by, audit.CreateKey, k.ID, nil, map[string]any{"name": k.Name, "start": k.Start}})
	})
	if err != nil {
		return nil, "", err
	}
	return k, secret, nil
}

// scopesOf sorts scopes, once each.
func scopesOf(scopes []string) ([]string, error) {
	if len(scopes) > maxScopes {
		return nil, invalid("scopes", "A key holds at most 50 scopes.")
	}
	if slices.ContainsFunc(scopes, isNoScope) {
		return nil, invalid("scopes", "A scope is 1 to 128 printable ASCII characters without a space, a quote or a backslash.")
	}
	sorted := append([]string{}, scopes...)
	slices.Sort(sorted)
	return slices.Compact(sorted), nil
}

// isNoScope holds text against scope-token of RFC 6749, 3.3.
func isNoScope(scope string) bool {
	return scope == "" || len(scope) > maxScope || strings.ContainsFunc(scope, func(r rune) bool {
		return r <= ' ' || r > '~' || r == '"' || r == '\\'
	})
}

// Keys lists keys in order of their ids, which is that of their age, after an
// id. limit is 1 to 100. Owners alone see them, else AUTH_DENIED.
func (s *Service) Keys(ctx context.Context, actor, after string, limit int) (list []*Key, err error) {
	err = s.store.Read(ctx, "list API keys", func(r Reader) error {
		if err := mustOwn(r, actor); err != nil {
			return err
		}
		list, err = r.Keys(after, pageSize(limit))
		return err
	})
	return list, err
}

// RevokeKey ends a key, or NOT_FOUND. Owners alone do so, else AUTH_DENIED.
func (s *Service) RevokeKey(ctx context.Context, by audit.Actor, id string) error {
	now := s.now()
	return s.store.Update(ctx, "revoke an API key", func(tx Tx) error {
		if err := mustOwn(tx, by.ID); err != nil {
			return err
		}
		ended, err := tx.DeleteKey(id)
		switch {
		case err != nil:
			return err
		case !ended:
			return diag.At(diag.NotFound, "", "There is no such key.")
		}
		return recordChange(ctx, tx, now, change{by, audit.RevokeKey, id, nil, nil})
	})
}

// VerifyKey finds the key of a secret, or UNAUTHENTICATED. It costs one
// statement, and one transaction more on the first use of an hour.
func (s *Service) VerifyKey(ctx context.Context, secret string) (k *Key, err error) {
	if len(secret) != secretLength || !strings.HasPrefix(secret, KeyPrefix) {
		return nil, badKey()
	}
	hash, now := keyring.Hash(secret), s.now()
	err = s.store.Read(ctx, "look up an API key", func(r Reader) error {
		k, err = r.KeyByHash(hash)
		return err
	})
	switch {
	case err != nil:
		return nil, err
	case k == nil || !k.ExpiresAt.IsZero() && !now.Before(k.ExpiresAt):
		return nil, badKey()
	case now.Sub(k.UsedAt) >= usedInterval:
		k.UsedAt = now
		return k, s.store.Update(ctx, "note the use of an API key", func(tx Tx) error { return tx.SetKeyUsed(k.ID, now) })
	}
	return k, nil
}

func badKey() *diag.Diagnostic {
	return diag.At(diag.Unauthenticated, "input#", "This is not a valid API key.")
}
