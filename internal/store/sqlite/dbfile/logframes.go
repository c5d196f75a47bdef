package dbfile

import (
	"bufio"
	"encoding/binary"
	"io"
)

// Of the header of a log:
const (
	walMagic     = 0x377f0682
	walMagicMask = ^uint32(1) // the last bit tells the byte order of checksums
	minPage      = 512
	maxPage      = 1 << 16
	logBuffer    = 256 << 10
)

// logFrames are the frames of a log that SQLite would replay: those of its
// present round, up to the first one whose checksum is wrong
// (https://sqlite.org/walformat.html).
type logFrames struct {
	log   io.Reader
	order binary.ByteOrder // of the numbers that are summed
	salts [8]byte
	sum   [2]uint32 // of everything before the next frame
	frame []byte    // the present one: its header, then its page
}

// readLogHeader is not ok where the log has no valid header, and so no frame.
func readLogHeader(log io.ReaderAt) (frames *logFrames, ok bool) {
	var b [logHeaderBytes]byte
	if n, _ := log.ReadAt(b[:], 0); n < len(b) || binary.BigEndian.Uint32(b[:])&walMagicMask != walMagic {
		return nil, false
	}
	size := int64(binary.BigEndian.Uint32(b[8:]))
	if size < minPage || size > maxPage {
		return nil, false
	}
	frames = &logFrames{order: binary.LittleEndian, salts: [8]byte(b[16:24]), frame: make([]byte, frameBytes+size)}
	if b[3]&1 == 1 {
		frames.order = binary.BigEndian
	}
	frames.add(b[:24])
	rest := io.NewSectionReader(log, logHeaderBytes, 1<<62)
	frames.log = bufio.NewReaderSize(rest, logBuffer)
	return frames, frames.summedTo(b[24:])
}

// next goes on to the next frame, if there is one.
func (f *logFrames) next() bool {
	if _, err := io.ReadFull(f.log, f.frame); err != nil || [8]byte(f.frame[8:16]) != f.salts {
		return false
	}
	f.add(f.frame[:8])
	f.add(f.page())
	return f.summedTo(f.frame[16:])
}

// add continues the checksum over b, a multiple of eight bytes.
func (f *logFrames) add(b []byte) {
	for ; len(b) >= 8; b = b[8:] {
		f.sum[0] += f.order.Uint32(b) + f.sum[1]
		f.sum[1] += f.order.Uint32(b[4:]) + f.sum[0]
	}
}

// summedTo compares the checksum with the one that is stored in b.
func (f *logFrames) summedTo(b []byte) bool {
	return binary.BigEndian.Uint32(b) == f.sum[0] && binary.BigEndian.Uint32(b[4:]) == f.sum[1]
}

// number is that of the page in the database.
func (f *logFrames) number() uint32 { return binary.BigEndian.Uint32(f.frame) }

// isCommit reports whether the frame ends a transaction.
func (f *logFrames) isCommit() bool { return binary.BigEndian.Uint32(f.frame[4:]) != 0 }

func (f *logFrames) page() []byte { return f.frame[frameBytes:] }
