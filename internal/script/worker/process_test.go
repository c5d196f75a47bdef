package worker

import (
	"bufio"
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"io"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/quartet-dev/quartet/internal/childprocess"
)

// hostile is the name of a child that answers as no worker does: what it says is
// the code that it was sent.
const hostile = "quartet-hostile"

func init() {
	childprocess.Serve(hostile, func(in io.Reader, out io.Writer) int {
		m, err := readMessage(bufio.NewReader(in), maxToRealm)
		if err != nil {
			return 1
		}
		answer := answers[m.text]
		for {
			if _, err := out.Write(answer.bytes()); err != nil || !answer.again {
				break
			}
		}
		_, _ = io.Copy(io.Discard, in) // lives on until its parent ends it
		return 0
	})
}

type answer struct {
	messages []*message
	raw      []byte
	again    bool
}

func (a answer) bytes() []byte {
	b := bytes.Clone(a.raw)
	for _, m := range a.messages {
		b = m.appendTo(b)
	}
	return b
}

// head is the beginning of a message with these lengths.
func head(kind kind, name, text, bytes uint32) []byte {
	b := append([]byte{byte(kind)}, make([]byte, 8)...)
	for _, length := range []uint32{name, text, bytes} {
		b = binary.LittleEndian.AppendUint32(b, length)
	}
	return b
}

var answers = map[string]answer{
	"a kind that is none":       {messages: []*message{{kind: 99}}},
	"the end of a turn twice":   {messages: []*message{{kind: failed, text: "no"}, {kind: quiet}, {kind: quiet}}},
	"a length beyond the limit": {raw: head(done, 0, 1<<31, 0)},
	"all lengths at most":       {raw: head(done, 1<<32-1, 1<<32-1, 1<<32-1)},
	"a text that does not come": {raw: head(done, 0, maxFromRealm-1, 0)},
	"operations without end":    {messages: []*message{{kind: started, text: strings.Repeat("x", 1<<20)}}, again: true},
	"slots without end":         {messages: []*message{{kind: slot}}, again: true},
	"realms that are not there": {messages: []*message{{kind: quiet, realm: 7}}, again: true},
	"nothing":                   {},
	"noise":                     {raw: bytes.Repeat([]byte{255}, 1<<16), again: true},
}

// A process that answers what no worker does is ended, and the turn fails: it costs
// no memory but for what it sent, and no slot stays taken.
func TestAProcessThatAnswersNonsenseIsEnded(t *testing.T) {
	for name := range answers {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			taken := make(chan struct{}, 1)
			acquire := func(ctx context.Context) (func(), error) {
				select {
				case taken <- struct{}{}:
					return func() { <-taken }, nil
				case <-ctx.Done():
					return nil, ctx.Err()
				}
			}
			ctx, cancel := context.WithTimeout(t.Context(), 300*time.Millisecond)
			defer cancel()
			p, err := startAs(ctx, hostile, Handlers{Code: name}, 1, acquire)
			if err == nil {
				p.Kill()
				t.Fatal("it was taken for a worker")
			}
			if !errors.Is(err, ErrGone) && !errors.Is(err, ErrStuck) && err.Error() != "no" {
				t.Error(err)
			}
			select {
			case taken <- struct{}{}:
			case <-time.After(5 * time.Second):
				t.Error("it keeps a slot")
			}
		})
	}
}

// A worker ends when nobody reads it and nobody writes to it any more, whatever its
// realms do.
func TestAWorkerEndsWithItsParent(t *testing.T) {
	p, err := Start(t.Context(), Handlers{Site: "{}", Steps: 1e6, Code: `register({ loop: () => { for (;;); } })`}, 2, func(context.Context) (func(), error) { return func() {}, nil })
	if err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() {
		_, err := p.Open().Begin(t.Context(), "loop", `{"caller":{}}`)
		ended <- err
	}()
	time.Sleep(50 * time.Millisecond)               // so that the loop runs
	if err := p.in.(*os.File).Close(); err != nil { // as the system does for a parent that is gone
		t.Fatal(err)
	}
	if err := <-ended; !errors.Is(err, ErrGone) {
		t.Error(err)
	}
	<-p.Gone()
}
