package mail

// Mention tells somebody that they were mentioned in a comment. The texts are plain, and
// become parts of lines that are bounded and escaped.
type Mention struct {
	To     string
	Locale string // as wished for; the nearest there is
	By     string // who made the comment; "" for nobody that can be named
	Title  string // of what was commented on
	Text   string // of the comment
	Link   string
}

// maxQuote is how many characters of a comment a message has.
const maxQuote = 300

func (m *Mention) by() string {
	if m == nil {
		return ""
	}
	return singleLine(m.By)
}

func (m *Mention) title() string {
	if m == nil {
		return ""
	}
	return singleLine(m.Title)
}

func (m *Mention) quote() string {
	if m == nil {
		return ""
	}
	value := printable(m.Text)
	if runes := []rune(value); len(runes) > maxQuote {
		value = string(runes[:maxQuote]) + "…"
	}
	return value
}
