package spec

import (
	"context"
	"errors"
	"strings"
	"time"

	"github.com/quartet-dev/quartet"
	"github.com/quartet-dev/quartet/internal/audit"
	"github.com/quartet-dev/quartet/internal/auth"
	"github.com/quartet-dev/quartet/internal/keyring"
	"github.com/quartet-dev/quartet/internal/media"
	"github.com/quartet-dev/quartet/internal/store"
)

// staffCalls do on the database what the Admin application does for an owner.
// Users are named by their addresses.
var staffCalls = map[string]call{
	"ROLE": func(ctx context.Context, s *site, _ quartet.Caller, target string, body map[string]any) (any, error) {
		return nil, s.asStaff(ctx, func(users *auth.Service) error {
			return users.SetRole(ctx, audit.Actor{ID: s.user(ctx, users, text(body["by"]))}, s.user(ctx, users, target), auth.Role(text(body["role"])))
		})
	},
	"INVITE": func(ctx context.Context, s *site, _ quartet.Caller, target string, body map[string]any) (any, error) {
		return nil, s.asStaff(ctx, func(users *auth.Service) error {
			_, _, err := users.Invite(ctx, audit.Actor{ID: s.user(ctx, users, text(body["by"]))}, target, auth.Role(text(body["role"])), "", "en")
			return err
		})
	},
	"DELETE-USER": func(ctx context.Context, s *site, _ quartet.Caller, target string, body map[string]any) (any, error) {
		return nil, s.asStaff(ctx, func(users *auth.Service) error {
			return users.DeleteUser(ctx, audit.Actor{ID: s.user(ctx, users, text(body["by"]))}, s.user(ctx, users, target))
		})
	},
	"EXPIRE-SESSIONS": func(ctx context.Context, s *site, _ quartet.Caller, target string, _ map[string]any) (any, error) {
		return nil, s.besides(ctx, func(opened store.Platform, users *auth.Service) error {
			return expireSessions(ctx, opened, users, s.user(ctx, users, target))
		})
	},
	"EXPIRE-UPLOAD": func(ctx context.Context, s *site, _ quartet.Caller, target string, _ map[string]any) (any, error) {
		return nil, s.besides(ctx, func(opened store.Platform, _ *auth.Service) error { return expireUpload(ctx, opened, target) })
	},
	"KEY": func(ctx context.Context, s *site, _ quartet.Caller, target string, body map[string]any) (any, error) {
		scopes := strings.Fields(text(body["scopes"]))
		key, secret, err := s.service.APIKeys().Create(ctx, quartet.NewAPIKey{
			By: text(body["by"]), Name: target, Scopes: scopes, Expires: time.Now().Add(time.Hour),
		})
		if err != nil {
			return nil, err
		}
		return map[string]any{"id": key.ID, "secret": secret}, nil
	},
	"REVOKE-KEY": func(ctx context.Context, s *site, _ quartet.Caller, target string, body map[string]any) (any, error) {
		return nil, s.service.APIKeys().Revoke(ctx, text(body["by"]), target)
	},
}

func text(v any) string { s, _ := v.(string); return s }

// asStaff opens the site's users beside the service.
func (s *site) asStaff(ctx context.Context, do func(*auth.Service) error) error {
	return s.besides(ctx, func(_ store.Platform, users *auth.Service) error { return do(users) })
}

// expireSessions lets the time of a user's sessions run out, as a week does.
func expireSessions(ctx context.Context, opened store.Platform, users *auth.Service, user string) error {
	list, err := users.Sessions(ctx, user)
	if err == nil && len(list) == 0 {
		err = errors.New("there is no session")
	}
	over := time.Now().Add(-time.Minute)
	return errors.Join(err, opened.Auth().Update(ctx, func(tx auth.Tx) error {
		for _, each := range list {
			if err := tx.RenewSession(each.ID, each.RefreshedAt, over); err != nil {
				return err
			}
		}
		return nil
	}))
}

// expireUpload lets the time of an upload run out, as a quarter of an hour does.
func expireUpload(ctx context.Context, opened store.Platform, id string) error {
	return opened.Media().Update(ctx, func(tx media.Tx) error {
		g, err := tx.Group(id)
		if g == nil || err != nil {
			return errors.Join(err, errors.New("there is no such upload"))
		}
		g.Due = time.Now().Add(-time.Minute).UnixMilli()
		return tx.PutGroup(g)
	})
}

// besides opens the site's database beside the service.
func (s *site) besides(ctx context.Context, do func(store.Platform, *auth.Service) error) error {
	opened, err := s.openPlatform(ctx)
	if err != nil {
		return err
	}
	keys, err := keyring.New(strings.Repeat("-", 32), "") // nothing of this is sealed
	if err != nil {
		return errors.Join(err, opened.Close())
	}
	return errors.Join(do(opened, auth.New(opened.Auth(), keys, nil, auth.Options{})), opened.Close())
}

// user is the id of the user with an address; "nobody" when there is none.
func (s *site) user(ctx context.Context, users *auth.Service, email string) string {
	found, _, err := users.Members(ctx, email, auth.Cursor{}, 1)
	if err != nil || len(found) == 0 {
		return "nobody"
	}
	return found[0].ID
}
