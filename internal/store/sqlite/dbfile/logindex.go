package dbfile

import (
	"bytes"
	"encoding/binary"
	"io"
)

// logIndex is what the index of the write-ahead log, the -shm file, says of the
// log: the parts of SQLite's WalIndexHdr and WalCkptInfo that are the same in
// every version since 3.7.0 (https://sqlite.org/walformat.html).
type logIndex struct {
	salts    [8]byte // of the log's present round
	frames   uint32  // of the log that are valid; one holds a page
	pageSize int64
	moved    uint32 // frames whose pages are in the database file
	moving   uint32 // frames whose pages may be; equal to moved at rest
}

const (
	logIndexBytes  = 136
	logHeaderBytes = 32
	frameBytes     = 24 // before the page of a frame
)

// readLogIndex reads through a buffer of logIndexBytes. It is not ok while
// somebody is changing the index.
func readLogIndex(r io.ReaderAt, b []byte) (index logIndex, ok bool) {
	if n, _ := r.ReadAt(b, 0); n < len(b) || !bytes.Equal(b[:48], b[48:96]) || b[12] == 0 {
		return index, false
	}
	number := binary.NativeEndian
	copy(index.salts[:], b[32:40])
	index.frames, index.moved, index.moving = number.Uint32(b[16:]), number.Uint32(b[96:]), number.Uint32(b[128:])
	index.pageSize = pageSizeOf(number.Uint16(b[14:]))
	return index, true
}

// pageSizeOf reads a page size that is kept in 16 bits.
func pageSizeOf(kept uint16) int64 { return int64(kept&^1) + int64(kept&1)<<16 }

// moves is what changes when pages are moved into the database file.
func (i logIndex) moves() (m struct {
	salts [8]byte
	moved uint32
}) {
	m.salts, m.moved = i.salts, i.moved
	return m
}

// fits reports whether the log is the one that the index is of, as far as its
// header and length tell. It reads through a buffer.
func (i logIndex) fits(log *besideFile, buffer []byte) bool {
	if i.frames == 0 {
		return true // the header of the next round is not yet written
	}
	header := buffer[:logHeaderBytes]
	if n, _ := log.ReadAt(header, 0); n < len(header) || !bytes.Equal(header[16:24], i.salts[:]) {
		return false
	}
	return log.now.Size() >= logHeaderBytes+int64(i.frames)*(frameBytes+i.pageSize)
}
