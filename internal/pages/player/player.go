// Package player knows the players of videos, music and code that other hosts have for
// an address: what a page shows in place of a link where the site admits it.
//
// Nothing is asked of a host. What an address leads to is told by its form, and a page
// that shows a player has the browser of its reader ask for it (decision 355).
package player

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/quartet-dev/quartet/internal/lazyregexp"
)

// A Player is what shows an address.
type Player struct {
	Host    string // whom people know the host as
	Address string // of the document that plays it
	Look    Look
}

// A Look is the form of a player: as wide as the text, and as high as it says. Its
// texts are values of CSS.
type Look struct {
	Ratio  string // of width to height; "" where there is a height
	Height string // "" where the ratio gives it
	Widest string // "" for the text
}

// Style is the look as the attribute style of a frame.
func (l Look) Style() string {
	parts := []string{"border:0", "inline-size:100%"}
	for _, each := range []struct{ name, value string }{{"aspect-ratio", l.Ratio}, {"block-size", cmp.Or(l.Height, "auto")}, {"max-inline-size", l.Widest}} {
		if each.value != "" {
			parts = append(parts, each.name+":"+each.value)
		}
	}
	return strings.Join(parts, ";")
}

var (
	wide  = Look{Ratio: "16/9"}
	tall  = Look{Ratio: "9/16", Widest: "20rem"}
	short = Look{Height: "152px"}
	long  = Look{Height: "352px"}
	code  = Look{Height: "400px"}
)

// A host plays addresses of one form.
type host struct {
	name string
	// form is that of a whole address: a pattern that Go and JavaScript read alike, for
	// the Admin application says what readers will see.
	form *lazyregexp.Regexp
	// origins are those of its players, the one that follows readers least first.
	origins []string
	// plays makes the path and query of a player, from the groups of the form.
	plays func(address string, groups []string) (path string, look Look)
}

// rest is what may follow an address.
const rest = `(?:[/?&#].*)?$`

var hosts = []host{
	{
		"YouTube",
		lazyregexp.New(`^https?://(?:youtu\.be/|(?:(?:www|m|music)\.)?youtube(?:-nocookie)?\.com/(?:watch\?(?:[^#]*&)?v=|live/|(shorts)/))([\w-]{11})` + rest),
		[]string{"https://www.youtube-nocookie.com", "https://www.youtube.com"},
		func(address string, groups []string) (string, Look) {
			path := "/embed/" + groups[2]
			if from := beginning(address); from > 0 {
				path += "?start=" + strconv.Itoa(from)
			}
			if groups[1] != "" {
				return path, tall
			}
			return path, wide
		},
	},
	{
		"Vimeo",
		lazyregexp.New(`^https?://(?:(?:www|player)\.)?vimeo\.com/(?:video/|channels/[\w-]+/)?(\d{1,12})(?:/([0-9a-f]{6,16})|\?(?:[^#]*&)?h=([0-9a-f]{6,16}))?` + rest),
		[]string{"https://player.vimeo.com"},
		func(_ string, groups []string) (string, Look) {
			path := "/video/" + groups[1] + "?dnt=1"
			if key := cmp.Or(groups[2], groups[3]); key != "" { // of a video that is not listed
				path += "&h=" + key
			}
			return path, wide
		},
	},
	{
		"Spotify",
		lazyregexp.New(`^https?://open\.spotify\.com/(?:intl-[a-z]{2,5}/)?(?:embed/)?(album|artist|episode|playlist|show|track)/(\w{22})` + rest),
		[]string{"https://open.spotify.com"},
		func(_ string, groups []string) (string, Look) {
			look := short
			if slices.Contains([]string{"album", "artist", "playlist"}, groups[1]) {
				look = long
			}
			return "/embed/" + groups[1] + "/" + groups[2], look
		},
	},
	{
		"CodePen",
		lazyregexp.New(`^https?://codepen\.io/([\w-]+)/(?:pen|embed|full|details)/(\w+)` + rest),
		[]string{"https://codepen.io"},
		func(_ string, groups []string) (string, Look) {
			return "/" + groups[1] + "/embed/" + groups[2] + "?default-tab=result", code
		},
	},
}

// begins finds when a video is to begin: t=90, t=90s, t=1h2m3s or start=90.
var begins = lazyregexp.New(`[?&#](?:t|start)=(?:(\d{1,2})h)?(?:(\d{1,3})m)?(?:(\d{1,5})s?)?(?:[&#]|$)`)

func beginning(address string) (seconds int) {
	for i, part := range begins.FindStringSubmatch(address) {
		if i > 0 {
			n, _ := strconv.Atoi(cmp.Or(part, "0"))
			seconds = seconds*60 + n
		}
	}
	return seconds
}

// Admitted are the players that the pages of a site may show. The zero value has none.
type Admitted struct {
	origins []string // of each of hosts, "" for none
}

// AdmittedBy are the players that a Content-Security-Policy with these sources of frames admits.
func AdmittedBy(sources []string) Admitted {
	var a Admitted
	for _, each := range hosts {
		i := slices.IndexFunc(each.origins, func(origin string) bool {
			return slices.ContainsFunc(sources, func(source string) bool { return admits(source, origin) })
		})
		origin := ""
		if i >= 0 {
			origin = each.origins[i]
		}
		a.origins = append(a.origins, origin)
	}
	return a
}

// admits reports whether a source of a policy admits all of an origin that has https.
func admits(source, origin string) bool {
	name := strings.TrimPrefix(origin, "https://")
	source = strings.TrimSuffix(strings.ToLower(source), "/")
	if source == "*" || source == "https:" || source == "http:" {
		return true
	}
	source = strings.TrimPrefix(strings.TrimPrefix(source, "http://"), "https://") // of http, https is admitted too
	source = strings.TrimSuffix(source, ":443")
	if domain, ok := strings.CutPrefix(source, "*."); ok {
		return strings.HasSuffix(name, "."+domain)
	}
	return source == name
}

// Of is the player of an address, and whether there is one that the site admits.
func (a Admitted) Of(address string) (p Player, ok bool) {
	for i, origin := range a.origins {
		if origin == "" {
			continue
		}
		if groups := hosts[i].form.FindStringSubmatch(address); groups != nil {
			path, look := hosts[i].plays(address, groups)
			return Player{Host: hosts[i].name, Address: origin + path, Look: look}, true
		}
	}
	return p, false
}

// A Form is how the addresses are written that a site shows the players of.
type Form struct {
	Host    string
	Pattern string // of the whole address
}

// Forms are those of the players that are admitted.
func (a Admitted) Forms() []Form {
	forms := []Form{}
	for i, origin := range a.origins {
		if origin != "" {
			forms = append(forms, Form{hosts[i].name, hosts[i].form.String()})
		}
	}
	return forms
}
