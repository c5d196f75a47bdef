package spec

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/quartet-dev/quartet"
	config "github.com/quartet-dev/quartet/internal/site"
)

// readShape is the contract's runtime SiteConfig, the computed field included.
type readShape struct {
	quartet.SiteInfo
	CanonicalLocale any `json:"canonicalLocale"`
}

func shapeOf(info quartet.SiteInfo) readShape {
	shape := readShape{SiteInfo: info}
	if locale := info.CanonicalLocale(); locale != "" {
		shape.CanonicalLocale = locale
	}
	return shape
}

// store writes rows of site_config past the service, as another program or an
// older version would: what is no text removes the row.
func (s *site) store(ctx context.Context, values map[string]any) error {
	opened, err := s.openPlatform(ctx)
	if err != nil {
		return err
	}
	var rows []config.Row
	for key, value := range values {
		if text, ok := value.(string); ok {
			rows = append(rows, config.Row{Key: key, Value: text})
		} else if err := s.database.DeleteSiteConfig(ctx, key); err != nil {
			return errors.Join(err, opened.Close())
		}
	}
	return errors.Join(opened.(config.Store).WriteSiteConfig(ctx, rows, nil), opened.Close())
}

func texts(body map[string]any) map[string]string {
	values := make(map[string]string, len(body))
	for key, value := range body {
		values[key], _ = value.(string)
	}
	return values
}

// siteErrors lists the typed errors of siteDefaults in err's chain and what they
// carry: locales and the src of icons behind their error, a purpose a line.
func siteErrors(err error) string {
	var lines []string
	if e := (*quartet.InvalidSiteDefaultsError)(nil); errors.As(err, &e) {
		line := "InvalidSiteDefaultsError"
		for _, locale := range e.InvalidLocales {
			line += " " + strconv.Quote(locale)
		}
		lines = append(lines, line)
	}
	if e := (*quartet.InvalidSiteIconsError)(nil); errors.As(err, &e) {
		line := "InvalidSiteIconsError"
		for _, icon := range e.Icons {
			line += " " + strconv.Quote(icon.Src)
		}
		lines = append(lines, line)
	}
	if e := (*quartet.InvalidMediaPurposesError)(nil); errors.As(err, &e) {
		for _, purpose := range e.Purposes {
			lines = append(lines, fmt.Sprintf("InvalidMediaPurposesError %q %s", purpose.Name, purpose.Reason))
		}
	}
	return strings.Join(lines, "\n")
}
