package rendition

import (
	"bufio"
	"bytes"
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"io"
	"math"
	"runtime/debug"

	"github.com/quartet-dev/quartet/internal/childprocess"
)

// Renditions are made in processes of their own (decisions 202, 266 and 351), one decode at
// a time in each: a collection of its garbage and its work for the processor delay no
// request, and its memory goes back to the system when it is done.
const processName = "quartet-rendition"

func init() { childprocess.Serve(processName, serve) }

// job is what the process is told before the bytes of the picture.
type job struct {
	MimeType    string
	Bytes       int64 // of the picture
	Coded       Size
	Orientation int
	Transparent bool
	Grey        bool
	Profile     []byte
	Sizes       []Size // of the canvases
}

// makeApart is makeOn in a process of its own.
func (h *header) makeApart(ctx context.Context, source io.ReadSeeker, canvases []*canvas, memory int64, outputs []Output) error {
	size, err := source.Seek(0, io.SeekEnd)
	if err != nil {
		return err
	}
	told, err := h.job(canvases, size)
	if err != nil {
		return err
	}
	made, err := kept.run(ctx, told, source, size, memory, len(outputs))
	if err != nil {
		return err
	}
	for i, o := range outputs {
		if _, err := o.Writer.Write(made[i]); err != nil {
			return err
		}
	}
	return nil
}

func (h *header) job(canvases []*canvas, size int64) ([]byte, error) {
	j := job{
		MimeType: h.mimeType, Bytes: size, Coded: h.coded, Orientation: h.orientation,
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

// serve is the inside of the process: it makes renditions until the pipe ends, or a
// picture cannot be made.
func serve(in io.Reader, out io.Writer) int {
	pictures := bufio.NewReaderSize(in, 256<<10)
	for {
		if _, err := pictures.Peek(1); err != nil {
			return 0
		}
		if err := work(pictures, out); err != nil {
			return 1
		}
		debug.FreeOSMemory() // the next picture begins as the first one did
	}
}

// work makes the renditions of one picture and tells them, or why there are none.
func work(in io.Reader, out io.Writer) error {
	j, err := readJob(in)
	if err != nil {
		return err
	}
	picture := &io.LimitedReader{R: in, N: j.Bytes}
	err = j.work(picture, out)
	switch {
	case errors.Is(err, ErrUnreadable):
		return errors.Join(err, writeAnswer(out, answerUnreadable, []byte(err.Error())))
	case err != nil:
		return errors.Join(err, writeAnswer(out, answerFailed, []byte(err.Error())))
	}
	return nil
}

func (j *job) work(picture io.Reader, out io.Writer) error {
	h := &header{
		mimeType: j.MimeType, coded: j.Coded, orientation: j.Orientation,
		transparent: j.Transparent, grey: j.Grey, profile: j.Profile,
	}
	canvases := make([]*canvas, len(j.Sizes))
	for i, size := range j.Sizes {
		canvases[i] = &canvas{size: size}
	}
	if err := h.decode(picture, canvases); err != nil {
		return err
	}
	if _, err := io.Copy(io.Discard, picture); err != nil { // what stands after it
		return err
	}
	var made bytes.Buffer
	for i, c := range canvases {
		made.Reset()
		if err := h.encode(&made, c); err != nil {
			return err
		}
		canvases[i] = nil
		if err := writeAnswer(out, answerMade, made.Bytes()); err != nil {
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
