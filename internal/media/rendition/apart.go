package rendition

import (
	"bufio"
	"bytes"
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"os/exec"

	"github.com/quartet-dev/quartet/internal/childprocess"
)

// Renditions are made in a process of their own (decisions 202 and 266), one for each
// decode: a collection of its garbage and its work for the processor delay no
// request, and its memory is gone when it is done.
const processName = "quartet-rendition"

func init() { childprocess.Serve(processName, serve) }

// job is what the process is told before the bytes of the picture.
type job struct {
	MimeType    string
	Coded       Size
	Orientation int
	Transparent bool
	Grey        bool
	Profile     []byte
	Sizes       []Size // of the canvases
}

// The exit codes of the process.
const (
	exitMade       = 0
	exitFailed     = 1
	exitUnreadable = 3 // standard error says why
)

// errNoProcess is a process that could not be started.
var errNoProcess = errors.New("no process for renditions")

// makeApart is makeOn in a process of its own.
func (h *header) makeApart(ctx context.Context, source io.ReadSeeker, canvases []*canvas, outputs []Output) error {
	told, err := h.job(canvases)
	if err != nil {
		return err
	}
	if _, err := source.Seek(0, io.SeekStart); err != nil {
		return err
	}
	command, err := childprocess.Command(ctx, processName, 1)
	if err != nil {
		return errors.Join(errNoProcess, err)
	}
	var made bytes.Buffer
	var words childprocess.Words
	reader := &watched{ctx: ctx, r: source}
	command.Stdin, command.Stdout, command.Stderr = io.MultiReader(bytes.NewReader(told), reader), &made, &words
	if err := childprocess.StartBehind(command); err != nil {
		return errors.Join(errNoProcess, err)
	}
	if err := command.Wait(); err != nil {
		return ended(ctx, reader, &words, err)
	}
	return hand(&made, outputs)
}

// ended is why the process has not made the renditions.
func ended(ctx context.Context, reader *watched, words *childprocess.Words, err error) error {
	exit := (*exec.ExitError)(nil)
	switch {
	case ctx.Err() != nil:
		return context.Cause(ctx)
	case reader.err != nil:
		return reader.err
	case errors.As(err, &exit) && exit.ExitCode() == exitUnreadable:
		return fmt.Errorf("%w: %w", ErrUnreadable, errors.Join(words.Err()))
	}
	return childprocess.Failed(processName, errors.Join(err, words.Err()))
}

// hand gives each output its bytes.
func hand(made *bytes.Buffer, outputs []Output) error {
	for _, o := range outputs {
		length := made.Next(4)
		if len(length) < 4 {
			return childprocess.Failed(processName, io.ErrUnexpectedEOF)
		}
		if _, err := o.Writer.Write(made.Next(int(binary.LittleEndian.Uint32(length)))); err != nil {
			return err
		}
	}
	return nil
}

func (h *header) job(canvases []*canvas) ([]byte, error) {
	j := job{
		MimeType: h.mimeType, Coded: h.coded, Orientation: h.orientation,
		Transparent: h.transparent, Grey: h.grey, Profile: h.profile,
	}
	for _, c := range canvases {
		j.Sizes = append(j.Sizes, c.size)
	}
	text, err := json.Marshal(j)
	if err != nil {
		return nil, err
	}
	return append(binary.LittleEndian.AppendUint32(nil, uint32(min(len(text), math.MaxInt32))), text...), nil
}

// serve is the inside of the process.
func serve(in io.Reader, out io.Writer) int {
	err := work(bufio.NewReaderSize(in, 256<<10), out)
	switch {
	case err == nil:
		return exitMade
	case errors.Is(err, ErrUnreadable):
		fmt.Fprintln(os.Stderr, err)
		return exitUnreadable
	}
	fmt.Fprintln(os.Stderr, err)
	return exitFailed
}

func work(in io.Reader, out io.Writer) error {
	j, err := readJob(in)
	if err != nil {
		return err
	}
	h := &header{
		mimeType: j.MimeType, coded: j.Coded, orientation: j.Orientation,
		transparent: j.Transparent, grey: j.Grey, profile: j.Profile,
	}
	canvases := make([]*canvas, len(j.Sizes))
	for i, size := range j.Sizes {
		canvases[i] = &canvas{size: size}
	}
	if err := h.decode(in, canvases); err != nil {
		return err
	}
	var made bytes.Buffer
	for i, c := range canvases {
		made.Reset()
		if err := h.encode(&made, c); err != nil {
			return err
		}
		canvases[i] = nil
		length := binary.LittleEndian.AppendUint32(nil, uint32(min(made.Len(), math.MaxInt32)))
		if _, err := out.Write(append(length, made.Bytes()...)); err != nil {
			return err
		}
	}
	return nil
}

func readJob(in io.Reader) (j job, err error) {
	var length uint32
	if err := binary.Read(in, binary.LittleEndian, &length); err != nil {
		return j, err
	}
	text := make([]byte, min(length, maxJob))
	if _, err := io.ReadFull(in, text); err != nil {
		return j, err
	}
	return j, json.Unmarshal(text, &j)
}

// maxJob bounds what stands before the picture: its colour profile, in the main.
const maxJob = 64 << 20
