package oauth

import (
	"context"
	"net/url"

	"github.com/quartet-dev/quartet/internal/keyring"
)

// Revoke ends the grant of a refresh token or an access token that a client
// shows (RFC 7009). A token that does not count any more is no error.
func (p *Provider) Revoke(ctx context.Context, form url.Values, authorization string) error {
	f, refused := read(form)
	if refused != nil {
		return refused
	}
	client, err := p.identify(ctx, authorization, f)
	if err != nil {
		return err
	}
	if refused := f.need("token"); refused != nil {
		return refused
	}
	c, err := p.verified(ctx, f["token"])
	if err != nil {
		return err
	}
	err = p.store.Update(ctx, "revoke a token", func(tx Tx) (err error) {
		refused, err = p.revoke(tx, client, f["token"], c)
		return err
	})
	if refused != nil {
		return refused
	}
	return err
}

// revoke ends the grant of a token whose claims are c, nil when it is no access
// token.
func (p *Provider) revoke(tx Tx, client *Client, token string, c *claims) (*Error, error) {
	id := ""
	if c != nil {
		id = c.GrantID
	} else if stored, err := tx.RefreshToken(keyring.Hash(token)); err != nil {
		return nil, err
	} else if stored != nil {
		id = stored.GrantID
	}
	g, err := tx.LivingGrant(id, p.now())
	switch {
	case g == nil || err != nil:
		return nil, err
	case g.ClientID != client.ID:
		return refuse(InvalidGrant, "The token is another client's."), nil
	}
	return nil, tx.EndGrant(g.ID, p.now())
}
