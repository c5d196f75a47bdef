package rendition

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"time"

	"github.com/quartet-dev/quartet/internal/childprocess"
)

// maker is a process that makes renditions, of one picture after the other. One
// goroutine has it at a time.
type maker struct {
	command *exec.Cmd
	in      io.WriteCloser
	out     *bufio.Reader
	words   childprocess.Words
	used    bool        // it has made some
	ending  *time.Timer // while it is kept
}

var (
	// errNoProcess is a process that could not be started.
	errNoProcess = errors.New("no process for renditions")
	// errGone is a process that has ended where it should have answered.
	errGone = errors.New("it ended before it answered")
)

func startMaker() (*maker, error) {
	m := new(maker)
	if err := m.start(); err != nil {
		return nil, errors.Join(errNoProcess, err)
	}
	return m, nil
}

func (m *maker) start() (err error) {
	if m.command, err = childprocess.Command(context.Background(), processName, 1); err != nil { // it outlives the call
		return err
	}
	m.command.Stderr = &m.words
	if m.in, err = m.command.StdinPipe(); err != nil {
		return err
	}
	out, err := m.command.StdoutPipe()
	if err != nil {
		return err
	}
	m.out = bufio.NewReaderSize(out, 64<<10)
	return childprocess.StartBehind(m.command)
}

// end ends the process at once, and tells how it ended and what it said.
func (m *maker) end() error {
	_ = m.command.Process.Kill() // it may have ended
	return errors.Join(m.command.Wait(), m.words.Err())
}

// make has the process make so many renditions of one picture. With every error the
// process ends, so that nothing of that picture meets the next one.
func (m *maker) make(ctx context.Context, told []byte, picture *watched, size int64, renditions int) ([][]byte, error) {
	stop := context.AfterFunc(ctx, func() { _ = m.command.Process.Kill() })
	var unsent error
	sent := make(chan struct{})
	go func() {
		defer close(sent)
		unsent = m.send(told, picture, size)
	}()
	made, err := m.answers(renditions)
	if goesOn := stop(); err != nil || !goesOn {
		ended := m.end()
		<-sent // nothing reads the picture any more
		return nil, reason(ctx, picture, cmp.Or(err, errGone), ended)
	}
	if <-sent; unsent != nil {
		return nil, reason(ctx, picture, unsent, m.end())
	}
	m.used = true
	return made, nil
}

// send ends the pipe with a picture that is shorter than it was, for which the process
// would wait.
func (m *maker) send(told []byte, picture io.Reader, size int64) error {
	_, err := m.in.Write(told)
	if err == nil {
		_, err = io.CopyN(m.in, picture, size)
	}
	if err != nil {
		_ = m.in.Close()
	}
	return err
}

// answers reads what the process tells of each rendition.
func (m *maker) answers(renditions int) (made [][]byte, err error) {
	for range renditions {
		kind, body, err := readAnswer(m.out)
		switch {
		case err != nil:
			return nil, fmt.Errorf("%w: %w", errGone, err)
		case kind == answerUnreadable:
			return nil, fmt.Errorf("%w: %s", ErrUnreadable, body)
		case kind != answerMade:
			return nil, errors.New(string(body))
		}
		made = append(made, body)
	}
	return made, nil
}

// reason is why the process has not made the renditions.
func reason(ctx context.Context, picture *watched, err, ended error) error {
	switch {
	case ctx.Err() != nil:
		return context.Cause(ctx)
	case picture.err != nil:
		return picture.err
	case errors.Is(err, ErrUnreadable):
		return err
	}
	return childprocess.Failed(processName, errors.Join(err, ended))
}

// The kinds of answers, of which each is followed by a length and so many bytes.
const (
	answerMade       = byte(iota) // a rendition
	answerUnreadable              // why the picture cannot be read
	answerFailed                  // why nothing was made
)

func readAnswer(r *bufio.Reader) (kind byte, body []byte, err error) {
	var head [5]byte
	if _, err := io.ReadFull(r, head[:]); err != nil {
		return 0, nil, err
	}
	var b bytes.Buffer
	_, err = io.CopyN(&b, r, int64(binary.LittleEndian.Uint32(head[1:])))
	return head[0], b.Bytes(), err
}

func writeAnswer(w io.Writer, kind byte, body []byte) error {
	head := binary.LittleEndian.AppendUint32([]byte{kind}, uint32(len(body)))
	_, err := w.Write(append(head, body...))
	return err
}
