package mail

import (
	"io"
	"mime"
	"mime/quotedprintable"
	"net/mail"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/emersion/go-smtp"

	"github.com/quartet-dev/quartet/internal/diag"
)

var order = Message{To: []string{"ann@tea.example"}, Subject: "Your tea is on its way – 茶", Text: "Hello Ann,\n\nyour tea.\n"}

func TestAMessageOfAHandlerArrivesAsItWasWritten(t *testing.T) {
	p, _ := openPost(t, inTheClear)
	b, _ := open(t, Options{URL: "smtp://" + p.addr})
	m := order
	m.HTML, m.ReplyTo = "<p style='color:green'>Hello Ann,<br>your tea.</p>", "shop@tea.example"
	if err := b.Send(t.Context(), m); err != nil {
		t.Fatal(err)
	}
	header, plain, html := parts(t, p.wait(t.Context(), t))
	subject, err := new(mime.WordDecoder).DecodeHeader(header.Get("Subject"))
	if err != nil || subject != m.Subject || html != m.HTML || strings.ReplaceAll(plain, "\r\n", "\n") != m.Text {
		t.Errorf("%q %q %q %v", subject, plain, html, err)
	}
	for name, want := range map[string]string{"From": `"Tea notes" <no-reply@tea.example>`, "To": "<ann@tea.example>", "Reply-To": "<shop@tea.example>", "Bcc": "", "Cc": ""} {
		if got := header.Get(name); got != want {
			t.Errorf("%s: %q", name, got)
		}
	}
}

func TestATextAloneIsAMessage(t *testing.T) {
	p, _ := openPost(t, inTheClear)
	b, _ := open(t, Options{URL: "smtp://" + p.addr})
	if err := b.Send(t.Context(), order); err != nil {
		t.Fatal(err)
	}
	m, err := mail.ReadMessage(strings.NewReader(p.wait(t.Context(), t)))
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(quotedprintable.NewReader(m.Body))
	if err != nil || !strings.HasPrefix(m.Header.Get("Content-Type"), "text/plain") || strings.ReplaceAll(string(text), "\r\n", "\n") != order.Text {
		t.Errorf("%v %q %v", m.Header, text, err)
	}
}

func TestNoRecipientSeesAnother(t *testing.T) {
	p, _ := openPost(t, inTheClear)
	b, _ := open(t, Options{URL: "smtp://" + p.addr})
	m := order
	m.To = []string{"ann@tea.example", "ben@tea.example", "cay@tea.example"}
	if err := b.Send(t.Context(), m); err != nil {
		t.Fatal(err)
	}
	var to []string
	for range m.To {
		message := p.wait(t.Context(), t)
		header, err := mail.ReadMessage(strings.NewReader(message))
		if err != nil || strings.Count(message, "@tea.example>") != 3 { // From, To, Message-ID
			t.Errorf("%s %v", message, err)
		}
		to = append(to, header.Header.Get("To"))
	}
	slices.Sort(to)
	if !slices.Equal(to, []string{"<ann@tea.example>", "<ben@tea.example>", "<cay@tea.example>"}) {
		t.Error(to)
	}
}

func TestWhatIsNoMessageIsRefusedAtItsKey(t *testing.T) {
	many := make([]string, MaxRecipients+1)
	for i := range many {
		many[i] = "ann" + strconv.Itoa(i) + "@tea.example"
	}
	for name, test := range map[string]struct {
		change func(*Message)
		path   string
	}{
		"nobody":                     {func(m *Message) { m.To = nil }, "mail#/to"},
		"too many":                   {func(m *Message) { m.To = many }, "mail#/to"},
		"one twice":                  {func(m *Message) { m.To = []string{"b@tea.example", "a@tea.example", "b@tea.example"} }, "mail#/to"},
		"no address":                 {func(m *Message) { m.To = []string{"a@tea.example", "ann"} }, "mail#/to/1"},
		"a name":                     {func(m *Message) { m.To[0] = "Ann <ann@tea.example>" }, "mail#/to/0"},
		"two in one":                 {func(m *Message) { m.To[0] = "ann@tea.example, ben@tea.example" }, "mail#/to/0"},
		"a header after the address": {func(m *Message) { m.To[0] = "ann@tea.example\r\nBcc: ben@tea.example" }, "mail#/to/0"},
		"no subject":                 {func(m *Message) { m.Subject = "" }, "mail#/subject"},
		"a header after the subject": {func(m *Message) { m.Subject = "Tea\r\nBcc: ben@tea.example" }, "mail#/subject"},
		"a line separator":           {func(m *Message) { m.Subject = "Tea\u2028" }, "mail#/subject"},
		"a long subject":             {func(m *Message) { m.Subject = strings.Repeat("ä", 201) }, "mail#/subject"},
		"no text":                    {func(m *Message) { m.Text, m.HTML = " \n", "<p>" }, "mail#/text"},
		"a long text":                {func(m *Message) { m.Text = strings.Repeat("a", 64<<10+1) }, "mail#/text"},
		"long HTML":                  {func(m *Message) { m.HTML = strings.Repeat("a", 256<<10+1) }, "mail#/html"},
		"no text at all":             {func(m *Message) { m.Text = "\xff" }, "mail#/text"},
		"a header after replyTo":     {func(m *Message) { m.ReplyTo = "ann@tea.example\nBcc: ben@tea.example" }, "mail#/replyTo"},
	} {
		m := order
		m.To = slices.Clone(order.To)
		test.change(&m)
		d := diag.As((&Terminal{w: io.Discard}).Send(t.Context(), m))
		if d == nil || d.Code != diag.InputValidationFailed || d.Path != test.path {
			t.Errorf("%s: %+v", name, d)
		}
	}
	m := order
	m.Subject, m.To = strings.Repeat("ä", 200), many[1:]
	if err := m.Check(); err != nil {
		t.Error(err)
	}
}

// However much handlers send to a server that does not answer, codes have their
// line to themselves, what waits is bounded, and a message goes to all or to nobody.
func TestHandlersDoNotHoldUpSignIn(t *testing.T) {
	p, _ := openPost(t, inTheClear)
	release := make(chan struct{})
	p.answer = func(int) error { <-release; return nil }
	b, _ := open(t, Options{URL: "smtp://" + p.addr, size: 8})
	taken := 0
	for ; taken < 100; taken++ {
		m := order
		m.To = []string{"a@tea.example", "b@tea.example", "c@tea.example"}
		if err := b.Send(t.Context(), m); err != nil {
			if !diag.HasCode(err, diag.ResourceUnavailable) {
				t.Fatal(err)
			}
			break
		}
	}
	if most := (8 + workers) / 3; taken > most {
		t.Errorf("%d messages were taken", taken)
	}
	for range 8 {
		if err := b.SendCode(t.Context(), "you@tea.example", "123456", "en"); err != nil {
			t.Fatal(err)
		}
	}
	close(release)
	for range taken*3 + 8 {
		p.wait(t.Context(), t)
	}
}

func TestLargeMessagesAreBoundedTogether(t *testing.T) {
	p, _ := openPost(t, inTheClear)
	release := make(chan struct{})
	p.answer = func(int) error { <-release; return &smtp.SMTPError{Code: 550} }
	b, _ := open(t, Options{URL: "smtp://" + p.addr})
	m := order
	m.HTML = strings.Repeat("a", maxHTML)
	taken := 0
	for b.Send(t.Context(), m) == nil {
		taken++
	}
	if most := maxBytes / maxHTML; taken > most || taken < most-1 {
		t.Errorf("%d messages were taken", taken)
	}
	close(release)
	b.Close(t.Context())
	if left := b.bytes.Load(); left != 0 {
		t.Errorf("%d bytes are counted for nothing", left)
	}
	if err := b.Send(t.Context(), order); !diag.HasCode(err, diag.ResourceUnavailable) {
		t.Error(err)
	}
}

func TestTheTerminalPrintsWhatAHandlerWrote(t *testing.T) {
	var out strings.Builder
	m := order
	m.To, m.Text, m.HTML = []string{"ann@tea.example", "ben@tea.example"}, "Hello\x1b[2J\nyou\r\n", "<p>"
	if err := NewTerminal(&out).Send(t.Context(), m); err != nil {
		t.Fatal(err)
	}
	want := "\n  mail to ann@tea.example, ben@tea.example: " + m.Subject + "\n\n      Hello [2J\n      you\n      (and as HTML, 3 bytes)\n\n"
	if out.String() != want {
		t.Errorf("%q", out.String())
	}
}
