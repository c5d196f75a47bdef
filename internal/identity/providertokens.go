package identity

import (
	"context"
	"net/http"
	"time"

	"github.com/quartet-dev/quartet/internal/auth"
	"github.com/quartet-dev/quartet/internal/diag"
)

// expiryMargin is how long before its end a provider's access token is traded
// for a new one, so that it does not end on its way.
const expiryMargin = 30 * time.Second

// ProviderTokens gives what the user of a request's session may use at a
// provider (contract, Auth factory), and gets it anew when it is over. The
// errors are UNAUTHENTICATED without a living session, NOT_FOUND for a provider
// that there is not or that the user has not signed in through, AUTH_DENIED when
// it is over and the provider gives nothing new, RESOURCE_UNAVAILABLE when the
// provider fails.
func (s *Surface) ProviderTokens(r *http.Request, provider string) (auth.ProviderTokens, error) {
	p, ok := s.providers[provider]
	if !ok {
		return auth.ProviderTokens{}, notOffered()
	}
	session, user, err := s.Auth.Session(r.Context(), s.cookies.token(r))
	if err != nil {
		return auth.ProviderTokens{}, err
	}
	if session == nil {
		return auth.ProviderTokens{}, nobody()
	}
	tokens, err := s.Auth.ProviderTokens(r.Context(), user.ID, provider)
	if err != nil || current(tokens) {
		return tokens, err
	}
	// Who asks at the same time shares the answer: a provider may take a refresh
	// token once.
	ctx := context.WithoutCancel(r.Context())
	fresh, err, _ := s.refreshing.Do(provider+" "+user.ID, func() (any, error) { return s.refresh(ctx, p, user.ID) })
	if err != nil {
		return auth.ProviderTokens{}, err
	}
	return fresh.(auth.ProviderTokens), nil
}

func current(t auth.ProviderTokens) bool {
	return t.Expires.IsZero() || time.Now().Add(expiryMargin).Before(t.Expires)
}

func nobody() error { return diag.At(diag.Unauthenticated, "input#", "Nobody is signed in.") }

// refresh looks again first and last: another request, or another process, may
// have been here.
func (s *Surface) refresh(ctx context.Context, p Provider, userID string) (auth.ProviderTokens, error) {
	old, err := s.Auth.ProviderTokens(ctx, userID, p.ID())
	if err != nil || current(old) {
		return old, err
	}
	fresh, err := p.Refresh(ctx, old)
	if err != nil {
		if now, lost := s.Auth.ProviderTokens(ctx, userID, p.ID()); lost == nil && current(now) {
			return now, nil
		}
		return auth.ProviderTokens{}, err
	}
	return fresh, s.Auth.SaveProviderTokens(ctx, userID, p.ID(), fresh)
}
