package oauth

import (
	"context"
	"slices"
	"time"
)

// ConnectedApp is a client that a user has connected, whatever number of grants
// it has.
type ConnectedApp struct {
	ClientID  string    `json:"clientId"`
	Name      string    `json:"name"`
	URI       string    `json:"uri,omitempty"`
	Logo      string    `json:"logo,omitempty"`
	Scopes    []string  `json:"scopes"`
	CreatedAt time.Time `json:"createdAt"`
	UsedAt    time.Time `json:"usedAt"` // when it last was given a token
}

// Apps lists what a user has connected, the latest first.
func (p *Provider) Apps(ctx context.Context, user string) ([]ConnectedApp, error) {
	found, err := reading(ctx, p, "list connected apps", func(r Reader) ([]App, error) { return r.Apps(user, p.now()) })
	if err != nil {
		return nil, err
	}
	apps := []ConnectedApp{}
	for _, each := range found {
		i := slices.IndexFunc(apps, func(app ConnectedApp) bool { return app.ClientID == each.ClientID })
		if i < 0 {
			i, apps = len(apps), append(apps, connected(each))
		}
		apps[i].include(each.Grant)
	}
	return apps, nil
}

func connected(app App) ConnectedApp {
	name := app.Client.Name
	if name == "" {
		name = app.ClientID
	}
	return ConnectedApp{
		ClientID: app.ClientID, Name: name, URI: app.Client.URI, Logo: app.Client.Logo, CreatedAt: app.CreatedAt, UsedAt: app.UsedAt,
	}
}

// include adds a grant. Of the two scopes of a surface the greater one is shown.
func (app *ConnectedApp) include(g Grant) {
	app.Scopes = union(app.Scopes, g.Scopes)
	app.Scopes = withoutIncluded(app.Scopes, app.Scopes)
	if g.CreatedAt.Before(app.CreatedAt) {
		app.CreatedAt = g.CreatedAt
	}
	if g.UsedAt.After(app.UsedAt) {
		app.UsedAt = g.UsedAt
	}
}

// Disconnect ends all that a user let a client do, and forgets the consent.
func (p *Provider) Disconnect(ctx context.Context, user, client string) error {
	return p.store.Update(ctx, "disconnect an app", func(tx Tx) error { return tx.EndGrants(user, client, p.now()) })
}
