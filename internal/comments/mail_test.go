package comments_test

import (
	"strings"
	"testing"
)

// wantMail takes the next letter to an address, which holds all of the texts.
func (d *desk) wantMail(to string, texts ...string) {
	d.t.Helper()
	letter := d.post.Next(d.t, to)
	for _, text := range texts {
		if !strings.Contains(letter.Subject+"\n"+letter.Text, text) {
			d.t.Errorf("the letter to %s has no %q:\n%s\n%s", to, text, letter.Subject, letter.Text)
		}
	}
}

// Who is mentioned gets one mail for a comment, however often it is changed, in the language
// that they read, and nobody gets one for themselves.
func TestAMentionMakesOneMail(t *testing.T) {
	each(t, func(t *testing.T, d *desk) {
		d.wants(d.SetLanguage(d.ctx, "nia", "zh-TW"), "", "")
		d.queue.Start()
		c := d.say(cle, "", "<@eve> and <@cle>: look, <@eve>!")
		d.wantMail("eve@tea.example", "Cleo", "White tea", "@Eve and @Cleo: look, @Eve!", "comment="+c.ID)
		_, err := d.Edit(d.ctx, cle, d.at, c.ID, "<@eve>, <@nia>: look <b>here</b>")
		d.wants(err, "", "")
		d.wantMail("nia@tea.example", "Cleo", "@Eve, @: look <b>here</b>", "提到")
		d.say(eve, c.ID, "<@cle> yes") // behind all that is to come
		d.wantMail("cle@tea.example", "Eve", "@Cleo yes")
		if more := d.post.Messages(); len(more) != 0 {
			t.Errorf("there are more letters: %v", more)
		}
	})
}

// Whoever delivers looks again: what is gone by then is no mail, and no error.
func TestWhatIsGoneMakesNoMail(t *testing.T) {
	each(t, func(t *testing.T, d *desk) {
		deleted := d.say(cle, "", "<@eve> deleted")
		d.wants(d.Delete(d.ctx, cle, d.at, deleted.ID), "", "")
		unsaid := d.say(cle, "", "<@eve> taken back")
		_, err := d.Edit(d.ctx, cle, d.at, unsaid.ID, "Nobody")
		d.wants(err, "", "")
		d.say(cle, "", "<@nia> no longer staff")
		d.say(cle, "", "<@eve> stays")
		d.staff = d.staff[:2] // without nia
		d.queue.Start()
		d.wantMail("eve@tea.example", "stays")
		d.say(eve, "", "<@cle> last")
		d.wantMail("cle@tea.example", "last")
		if more := d.post.Messages(); len(more) != 0 {
			t.Errorf("there are more letters: %v", more)
		}
		if got := d.queue.Deliveries(); got.Failed+got.Dead > 0 {
			t.Errorf("%+v", got)
		}
	})
}

// An editor reads the address of who has no name; a contributor reads neither.
func TestAMailTellsWhatItsReaderMayKnow(t *testing.T) {
	each(t, func(_ *testing.T, d *desk) {
		d.queue.Start()
		d.say(nia, "", "<@eve> <@cle> it is <@nia>")
		d.wantMail("eve@tea.example", "@nia@tea.example")
		letter := d.post.Next(d.t, "cle@tea.example")
		if strings.Contains(letter.Text, "nia@") {
			d.t.Errorf("a contributor reads an address: %s", letter.Text)
		}
	})
}
