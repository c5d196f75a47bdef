package markup

import (
	"cmp"
	"errors"
	"strings"

	"github.com/quartet-dev/quartet/asset"
	"github.com/quartet-dev/quartet/internal/pages/player"
)

// MaxSource is how many bytes of Markdown or rich text are accepted.
const MaxSource = 1 << 20

// MaxOutput is how many bytes one text may become.
const MaxOutput = 8 << 20

var (
	// ErrTooLong is returned for input over [MaxSource] bytes.
	ErrTooLong = errors.New("the text is longer than 1 MiB")
	// ErrTooComplex is returned for input that nests too deeply, or that takes
	// more work or more output than a text of its size can need.
	ErrTooComplex = errors.New("the text nests too deeply or repeats itself too often")
)

// Options say how a text fits into its page. The zero value fits an article
// below the page's h1.
type Options struct {
	// Level is the level of the heading that the text stands below; 0 means 1.
	// The first heading of the text is one below it.
	Level int
	// IDPrefix leads every id, so that several texts can share a page.
	IDPrefix string
	// Base is an absolute address that relative links and images are resolved
	// against, for feeds, in which pictures of the library come in one size. Empty
	// leaves addresses relative.
	Base string
	// EagerImages is how many images at the beginning load at once; the others
	// load when they come near the screen.
	EagerImages int
	// Media finds a file of the media library by its id, nil for none: what a text
	// shows or links to at media:<id>. Without it there are no such files.
	Media func(id string) *asset.Asset
	// Sizes is how wide pictures of the library are shown, as the attribute sizes
	// says it; "" is the whole screen.
	Sizes string
	// Foreign marks links to other hosts with rel="nofollow ugc": set it for
	// what visitors wrote. Links of the site's own writers carry no such mark
	// (decision 141).
	Foreign bool
	// Players are what shows an address that is alone in its paragraph. With Foreign
	// there are none.
	Players player.Admitted
	// Still has a link in the place of each player, for a page that loads nothing from
	// elsewhere.
	Still bool
	// plain has pictures of the library in one size although there is no Base.
	plain bool
	// Texts are the words that a reader who listens to the page is told.
	Texts Texts
}

// Texts are the words that the markup itself adds, in the language of the page.
type Texts struct {
	Table     string // the name of a table that scrolls; "Table" when empty
	Footnotes string // the name of the list of footnotes; "Footnotes" when empty
	Back      string // from a footnote to its place; "Back to the text" when empty
	Done      string // a ticked box of a task list; "Done" when empty
	Open      string // an empty box of a task list; "Open" when empty
	// Callout is what a kind of callout is called; its kind, with a capital, when nil or empty.
	Callout func(kind string) string
}

func (t Texts) table() string     { return cmp.Or(t.Table, "Table") }
func (t Texts) footnotes() string { return cmp.Or(t.Footnotes, "Footnotes") }
func (t Texts) back() string      { return cmp.Or(t.Back, "Back to the text") }
func (t Texts) done() string      { return cmp.Or(t.Done, "Done") }
func (t Texts) open() string      { return cmp.Or(t.Open, "Open") }

func (t Texts) callout(kind string) (name string) {
	if t.Callout != nil {
		name = t.Callout(kind)
	}
	return cmp.Or(name, strings.ToUpper(kind[:1])+kind[1:])
}
