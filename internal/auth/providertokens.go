package auth

import (
	"context"
	"encoding/json"
	"time"

	"github.com/quartet-dev/quartet/internal/diag"
)

// ProviderTokens is what a provider gave for calls in a user's name. It never
// leaves the process but for its access token.
type ProviderTokens struct {
	Access  string    `json:"access"`
	Refresh string    `json:"refresh,omitempty"`
	Expires time.Time `json:"expires,omitzero"`
	Scopes  []string  `json:"scopes,omitempty"`
}

const maxTokens = 16 << 10 // bytes, as JSON

// ProviderTokens gives what a provider gave last for a user, or NOT_FOUND.
func (s *Service) ProviderTokens(ctx context.Context, userID, provider string) (tokens ProviderTokens, err error) {
	var account *Account
	err = s.store.Read(ctx, "read a provider's tokens", func(r Reader) error {
		account, err = accountAt(r, userID, provider)
		return err
	})
	if err != nil {
		return tokens, err
	}
	data, err := s.keys.Open(providerTokens, account.Tokens)
	if err != nil {
		return tokens, noTokens().WithCause(err) // none, or sealed under a secret that is gone
	}
	if err := json.Unmarshal(data, &tokens); err != nil {
		return tokens, diag.Internal(err)
	}
	return tokens, nil
}

// SaveProviderTokens keeps refreshed tokens of a user, or NOT_FOUND.
func (s *Service) SaveProviderTokens(ctx context.Context, userID, provider string, tokens ProviderTokens) error {
	sealed, err := s.seal(tokens)
	if err != nil {
		return err
	}
	now := s.now()
	return s.store.Update(ctx, "write a provider's tokens", func(tx Tx) error {
		account, err := accountAt(tx, userID, provider)
		if err != nil {
			return err
		}
		account.Tokens, account.UpdatedAt = sealed, now
		return tx.PutAccount(account)
	})
}

// accountAt is the account that a user last used at a provider.
func accountAt(r Reader, userID, provider string) (*Account, error) {
	accounts, err := r.Accounts(userID)
	if err != nil {
		return nil, err
	}
	for _, a := range accounts {
		if a.Provider == provider {
			return a, nil
		}
	}
	return nil, noTokens()
}

func noTokens() *diag.Diagnostic {
	d := diag.At(diag.NotFound, "", "There is no access to this provider in the user's name.")
	d.Suggestion = "Sign in through the provider."
	return d
}

// seal is nil for no tokens.
func (s *Service) seal(tokens ProviderTokens) ([]byte, error) {
	if tokens.Access == "" {
		return nil, nil
	}
	data, err := json.Marshal(tokens)
	if err != nil {
		return nil, diag.Internal(err)
	}
	if len(data) > maxTokens {
		return nil, diag.At(diag.ResourceExhausted, "", "The provider's tokens are longer than 16 KiB.")
	}
	return s.keys.Seal(providerTokens, data), nil
}
