package oauth

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/go-jose/go-jose/v4/json"
	"github.com/google/uuid"
)

const (
	maxRegistration = 16 << 10
	unusedLifetime  = 30 * 24 * time.Hour // of a client that was never given a token
	dropBatch       = 20                  // rows that one write removes of what is over
)

// Registration is the answer to a registration, with status 201.
type Registration struct {
	Client
	IssuedAt int64 `json:"client_id_issued_at"` // epoch seconds
}

// Register registers a client by the JSON text of RFC 7591 section 3.1. Every
// client is registered as a public one, whatever method it asked for, and gets
// no secret; the answer says what was registered. Errors are
// invalid_redirect_uri and invalid_client_metadata (decision 53).
func (p *Provider) Register(ctx context.Context, text []byte) (*Registration, error) {
	c, refused := readClient(text, maxRegistration)
	if refused != nil {
		return nil, refused
	}
	if refused := c.normalize(); refused != nil {
		return nil, refused
	}
	if refused := p.grantableScopes(c); refused != nil {
		return nil, refused
	}
	now := p.now()
	c.ID, c.CreatedAt = uuid.NewString(), now
	err := p.store.Update(ctx, "register a client", func(tx Tx) error {
		if err := tx.DropUnusedClients(now.Add(-unusedLifetime), dropBatch); err != nil {
			return err
		}
		return tx.SaveClient(c)
	})
	if err != nil {
		return nil, err
	}
	return &Registration{Client: *c, IssuedAt: now.Unix()}, nil
}

// grantableScopes leaves of the scopes that a client registers for those that are
// offered. None at all means every one.
func (p *Provider) grantableScopes(c *Client) *Error {
	offered := slices.DeleteFunc(fields(c.Scope), func(scope string) bool { return !slices.Contains(p.options.offered(), scope) })
	if c.Scope != "" && len(offered) == 0 {
		return refuse(InvalidClientMetadata, "No scope of the client is offered.")
	}
	c.Scope = strings.Join(offered, " ")
	return nil
}

// readClient reads metadata without judging them. Names are those of RFC 7591
// to the letter, and none is repeated.
func readClient(text []byte, most int) (*Client, *Error) {
	c := new(Client)
	if len(text) > most || json.Unmarshal(text, c) != nil {
		return nil, refuse(InvalidClientMetadata, "The metadata are not a JSON object of the known types.")
	}
	return c, nil
}
