package document

import "github.com/quartet-dev/quartet/internal/pages/page"

// Robots is the text of robots.txt: every agent may read everything. It names the
// sitemap by its absolute address, which a site without an origin does not have.
func Robots(site page.Site, sitemap string) string {
	text := "User-agent: *\nAllow: /\n"
	if site.Origin != "" {
		text += "\nSitemap: " + page.Absolute(site.Origin, sitemap) + "\n"
	}
	return text
}
