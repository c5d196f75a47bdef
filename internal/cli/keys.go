package cli

import (
	"context"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/quartet-dev/quartet/internal/app"
	"github.com/quartet-dev/quartet/internal/auth"
	"github.com/quartet-dev/quartet/internal/diag"
)

// keys is the commands on API keys. They work on the database alone, beside
// whatever serves the site (decision 79).
type keys struct {
	List   keysList   `cmd:"" help:"List the keys, without their secrets."`
	Create keysCreate `cmd:"" help:"Make a key and print its secret, once."`
	Revoke keysRevoke `cmd:"" help:"End a key."`
}

func (keys) Help() string {
	return `A machine calls REST with a key, as "Authorization: Bearer qk_…" or "X-API-Key: qk_…". It passes ctx.auth and the scopes that it holds, and has no user. A key without a scope calls what asks for no scope. MCP does not accept keys: an agent signs in as a person. A scope that nothing asks for is the warning KEY_SCOPE_UNASKED; the key is made all the same.

A key is made in the name of an owner, so the site needs an owner first: sign in once, for example with the link of quartet owner-link. You can run these commands while a server runs; they take effect with its next request.

Examples:

    quartet keys create my-site --name import --scope notes.write --days 90
    quartet keys list my-site
    quartet keys revoke my-site 0190c2d5-7a3e-7cc1-9f65-0f1d2c3b4a59`
}

// byOwner is the folder, the database and the owner that a command is about.
type byOwner struct {
	folder
	database
	By   string `help:"The owner in whose name, by email address or id; default the longest-standing owner." placeholder:"OWNER"`
	JSON bool   `name:"json" help:"Print the outcome as JSON."`
}

// keyLine is a key as JSON. Its times are RFC 3339, and left out for never.
type keyLine struct {
	ID        string    `json:"id"`
	Name      string    `json:"name"`
	Start     string    `json:"start"`
	Scopes    []string  `json:"scopes"`
	CreatedBy string    `json:"createdBy"`
	CreatedAt time.Time `json:"createdAt"`
	ExpiresAt time.Time `json:"expiresAt,omitzero"`
	UsedAt    time.Time `json:"usedAt,omitzero"`
}

func keyLineOf(k *auth.Key) keyLine { return keyLine(*k) }

type keysList struct {
	byOwner
	After string `help:"Continue a list after this ID; a full list ends with it." placeholder:"ID"`
}

// fullList is how many keys a list holds at most.
const fullList = 100

func (k keysList) Run(ctx context.Context, t *terminal, h host) error {
	var all []*auth.Key
	list, err := k.use(ctx, h, func(keys *app.APIKeys) (err error) {
		all, err = keys.List(ctx, k.By, k.After)
		return err
	})
	if err != nil {
		return err
	}
	if k.JSON {
		lines := make([]keyLine, len(all))
		for i, each := range all {
			lines[i] = keyLineOf(each)
		}
		err = object(t.stdout, struct {
			outcome
			Keys []keyLine `json:"keys"`
		}{outcomeOf(list), lines})
	} else {
		diagnostics(t.stdout, list)
		if !list.HasErrors() {
			printKeys(t.stdout, all)
		}
	}
	return failedBy(err, list)
}

func printKeys(w io.Writer, all []*auth.Key) {
	if len(all) == 0 {
		fmt.Fprintln(w, "There is no key.")
	}
	for _, k := range all {
		fmt.Fprintf(w, "%s  %s…  %s  %s  expires %s  used %s\n",
			k.ID, k.Start, k.Name, strings.Join(k.Scopes, " "), dayOf(k.ExpiresAt), dayOf(k.UsedAt))
	}
	if len(all) == fullList {
		fmt.Fprintf(w, "The list is full; go on with --after %s.\n", all[len(all)-1].ID)
	}
}

func dayOf(t time.Time) string {
	if t.IsZero() {
		return "never"
	}
	return t.UTC().Format(time.DateOnly)
}

type keysCreate struct {
	byOwner
	Name  string   `required:"" help:"What the key is for." placeholder:"NAME"`
	Scope []string `help:"A scope that it holds; may be given several times." placeholder:"SCOPE"`
	Days  int      `help:"How long it is valid; default until it is revoked." placeholder:"N"`
}

func (k keysCreate) Run(ctx context.Context, t *terminal, h host) error {
	wanted := app.NewAPIKey{By: k.By, Name: k.Name, Scopes: k.Scope}
	if k.Days != 0 {
		wanted.Expires = time.Now().AddDate(0, 0, k.Days)
	}
	var key *auth.Key
	var secret string
	list, err := k.use(ctx, h, func(keys *app.APIKeys) (err error) {
		key, secret, err = keys.Create(ctx, wanted)
		return err
	})
	if key != nil {
		site := h.Options
		site.Dir = k.Dir
		list.Add(app.CheckKeyScopes(site, k.Scope)...)
	}
	switch {
	case err != nil:
		return err
	case k.JSON:
		made := struct {
			outcome
			Key    *keyLine `json:"key,omitempty"`
			Secret string   `json:"secret,omitempty"`
		}{outcome: outcomeOf(list), Secret: secret}
		if key != nil {
			line := keyLineOf(key)
			made.Key = &line
		}
		err = object(t.stdout, made)
	case list.HasErrors():
		diagnostics(t.stdout, list)
	default: // the secret alone, for a pipe
		diagnostics(t.stderr, list)
		fmt.Fprintf(t.stderr, "The key %s. Copy it now: it is not shown again.\n", key.ID)
		fmt.Fprintln(t.stdout, secret)
	}
	return failedBy(err, list)
}

type keysRevoke struct {
	Dir string `arg:"" help:"The site folder." placeholder:"DIR"`
	ID  string `arg:"" help:"The id of the key." placeholder:"ID"`
	database
	By   string `help:"The owner in whose name; see quartet keys create." placeholder:"OWNER"`
	JSON bool   `name:"json" help:"Print the outcome as JSON."`
}

func (k keysRevoke) Run(ctx context.Context, t *terminal, h host) error {
	site := byOwner{folder: folder{k.Dir}, database: k.database}
	list, err := site.use(ctx, h, func(keys *app.APIKeys) error { return keys.Revoke(ctx, k.By, k.ID) })
	switch {
	case err != nil:
		return err
	case k.JSON:
		err = object(t.stdout, outcomeOf(list))
	case list.HasErrors():
		diagnostics(t.stdout, list)
	default:
		fmt.Fprintln(t.stdout, "The key is revoked.")
	}
	return failedBy(err, list)
}

// use opens the keys of the site.
func (b byOwner) use(ctx context.Context, h host, do func(*app.APIKeys) error) (diag.List, error) {
	return withPart(ctx, h, b.folder, b.database, app.OpenAPIKeys, do)
}
