package cli

import (
	"context"
	"fmt"
	"io"
	"time"

	"github.com/quartet-dev/quartet/internal/app"
	"github.com/quartet-dev/quartet/internal/diag"
)

// ownerLink prints a link that signs in an owner of a site that is served elsewhere.
type ownerLink struct {
	folder
	database
	Owner string `help:"Which owner; default auth.bootstrapOwner.email, or else the longest-standing owner." placeholder:"EMAIL"`
	JSON  bool   `name:"json" help:"Print the outcome as JSON."`
}

func (ownerLink) Help() string {
	return `Prints a link to the Admin application that signs in an owner. It works once, within 15 minutes. You need neither a mail server nor an app at another provider: quartet.yaml needs only this, and the environment AUTH_SECRET and PUBLIC_ORIGIN.

    auth:
      bootstrapOwner: { email: you@example.com }

Run it where the site runs, with the same AUTH_SECRET, PUBLIC_ORIGIN and database. It works beside the server, and beside quartet dev without AUTH_SECRET. Whoever has the link is the owner: do not send it to anybody.

Examples:

    quartet owner-link my-site
    quartet owner-link my-site --owner ada@example.com
    ssh server quartet owner-link /srv/my-site`
}

// ownerLinkLine is the link as JSON.
type ownerLinkLine struct {
	outcome
	URL       string    `json:"url,omitempty"`
	Email     string    `json:"email,omitempty"`
	Missing   []string  `json:"missing,omitempty"`  // what sign-in lacks here
	ExpiresAt time.Time `json:"expiresAt,omitzero"` // RFC 3339
}

func (o ownerLink) Run(ctx context.Context, t *terminal, h host) error {
	site, err := h.site(o.folder, o.database)
	if err != nil {
		return err
	}
	link, err := app.NewOwnerLink(ctx, site, o.Owner)
	list, err := found(diag.Attempted(err, "make a sign-in link"))
	if link == nil {
		link = new(app.OwnerLink)
	}
	switch {
	case err != nil:
		return err
	case o.JSON:
		err = object(t.stdout, ownerLinkLine{outcomeOf(list), link.URL, link.Email, link.Missing, link.ExpiresAt})
	case list.HasErrors():
		diagnostics(t.stdout, list)
	default: // the link alone, for a pipe
		explainLink(t.stderr, link)
		fmt.Fprintln(t.stdout, link.URL)
	}
	return failedBy(err, list)
}

func explainLink(w io.Writer, link *app.OwnerLink) {
	for _, each := range link.Missing {
		fmt.Fprintln(w, "Sign-in is incomplete: "+each)
	}
	if len(link.Missing) > 0 {
		fmt.Fprintln(w, "Where the server lacks it too, /admin answers 503, also to this link: set it there, or leave that method out of auth.methods.")
	}
	if link.ForDevelopment {
		fmt.Fprintln(w, "AUTH_SECRET is not set, so the link is for quartet dev, at the address that it was last served at.")
	}
	fmt.Fprintf(w, "Signs in %s, once, until %s:\n", link.Email, link.ExpiresAt.Format("15:04"))
}
