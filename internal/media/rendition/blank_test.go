package rendition_test

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"hash/crc32"
	"io"

	"github.com/quartet-dev/quartet/internal/media/rendition"
)

// A blank writes a picture of one colour, of any size: a file of little that
// takes a decoder as much memory as any picture of that size. Without a body it
// ends after the header.
type blank func(size rendition.Size, body bool) []byte

// blankJPEG has a bit or two for each block of 8 by 8: nothing changes.
func blankJPEG(progressive bool, sampling ...byte) blank {
	return func(size rendition.Size, body bool) []byte {
		var b bytes.Buffer
		b.WriteString("\xff\xd8")
		segment := func(marker byte, data ...byte) {
			b.Write([]byte{0xff, marker})
			b.Write(binary.BigEndian.AppendUint16(nil, uint16(len(data)+2)))
			b.Write(data)
		}
		if len(sampling) == 4 {
			segment(0xee, []byte("Adobe\x00\x64\x00\x00\x00\x00\x00")...)
		}
		segment(0xdb, append([]byte{0}, bytes.Repeat([]byte{1}, 64)...)...)
		frame := byte(0xc0)
		if progressive {
			frame = 0xc2
		}
		sof := []byte{8, byte(size.Height >> 8), byte(size.Height), byte(size.Width >> 8), byte(size.Width), byte(len(sampling))}
		sos := []byte{byte(len(sampling))}
		for i, s := range sampling {
			sof = append(sof, byte(i+1), s, 0)
			sos = append(sos, byte(i+1), 0)
		}
		segment(frame, sof...)
		for class := range byte(2) { // one code, of one bit, for the value 0
			segment(0xc4, append([]byte{class << 4, 1}, make([]byte, 16)...)...)
		}
		last := byte(63)
		if progressive {
			last = 0
		}
		segment(0xda, append(sos, 0, last, 0)...)
		if body {
			b.Write(make([]byte, jpegBits(size, progressive, sampling)/8+1))
			b.WriteString("\xff\xd9")
		}
		return b.Bytes()
	}
}

func jpegBits(size rendition.Size, progressive bool, sampling []byte) int {
	wide, high, each := 1, 1, 0
	for _, s := range sampling {
		wide, high, each = max(wide, int(s>>4)), max(high, int(s&15)), each+int(s>>4)*int(s&15)
	}
	bits := (size.Width/8/wide + 1) * (size.Height/8/high + 1) * each
	if !progressive {
		bits *= 2
	}
	return bits
}

func chunk(w io.Writer, name string, data []byte) {
	_, _ = w.Write(binary.BigEndian.AppendUint32(nil, uint32(len(data))))
	named := append([]byte(name), data...)
	_, _ = w.Write(named)
	_, _ = w.Write(binary.BigEndian.AppendUint32(nil, crc32.ChecksumIEEE(named)))
}

// blankPNG has values of 0 alone.
func blankPNG(depth, colour, channels int, interlaced bool) blank {
	return func(size rendition.Size, body bool) []byte {
		var b bytes.Buffer
		b.WriteString("\x89PNG\r\n\x1a\n")
		ihdr := binary.BigEndian.AppendUint32(nil, uint32(size.Width))
		ihdr = binary.BigEndian.AppendUint32(ihdr, uint32(size.Height))
		ihdr = append(ihdr, byte(depth), byte(colour), 0, 0, 0)
		bytesOf := func(w, h int) int64 { return int64(h) * int64((w*depth*channels+7)/8+1) }
		total := bytesOf(size.Width, size.Height)
		if interlaced {
			ihdr[12], total = 1, 0
			for _, pass := range [7][4]int{{0, 0, 8, 8}, {4, 0, 8, 8}, {0, 4, 4, 8}, {2, 0, 4, 4}, {0, 2, 2, 4}, {1, 0, 2, 2}, {0, 1, 1, 2}} {
				total += bytesOf((size.Width-pass[0]+pass[2]-1)/pass[2], (size.Height-pass[1]+pass[3]-1)/pass[3])
			}
		}
		chunk(&b, "IHDR", ihdr)
		if colour == 3 {
			chunk(&b, "PLTE", make([]byte, 6))
		}
		var data bytes.Buffer
		if body {
			z, _ := zlib.NewWriterLevel(&data, zlib.BestSpeed)
			_, _ = io.CopyN(z, zeros{}, total)
			_ = z.Close()
		}
		chunk(&b, "IDAT", data.Bytes())
		chunk(&b, "IEND", nil)
		return b.Bytes()
	}
}

type zeros struct{}

func (zeros) Read(p []byte) (int, error) {
	clear(p)
	return len(p), nil
}

// bits are written from the least significant one on.
type bits struct {
	data []byte
	n    int
}

func (b *bits) put(value uint32, n int) {
	for range n {
		if b.n%8 == 0 {
			b.data = append(b.data, 0)
		}
		b.data[b.n/8] |= byte(value&1) << (b.n % 8)
		value >>= 1
		b.n++
	}
}

// one is a code with one symbol, which takes no bits.
func (b *bits) one(symbol uint32) {
	b.put(1, 1)
	b.put(0, 1)
	b.put(1, 1)
	b.put(symbol, 8)
}

// full is a code of 1<<length symbols, all equally long.
func (b *bits) full(length int) {
	order := [19]int{17, 18, 0, 1, 2, 3, 4, 5, 16, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}
	b.put(0, 1)
	b.put(15, 4) // all code lengths
	for _, symbol := range order {
		if symbol == length {
			b.put(1, 3)
		} else {
			b.put(0, 3)
		}
	}
	b.put(1, 1)
	b.put(5, 3) // so many symbols, in 12 bits
	b.put(uint32(1<<length-2), 12)
}

func (b *bits) vp8l(size rendition.Size) {
	b.put(0x2f, 8)
	b.put(uint32(size.Width-1), 14)
	b.put(uint32(size.Height-1), 14)
	b.put(1, 1)
	b.put(0, 3)
}

// lossless is the stream of a lossless WebP of one colour.
func lossless(size rendition.Size) []byte {
	b := &bits{}
	b.vp8l(size)
	b.put(0, 3) // no transform, no cache, one group
	for range 5 {
		b.one(0)
	}
	return b.data
}

// indexed is one with two colours, eight pixels of which share four bytes.
func indexed(size rendition.Size) []byte {
	b := &bits{}
	b.vp8l(size)
	b.put(1, 1)
	b.put(3, 2)
	b.put(15, 8) // sixteen colours
	b.put(0, 1)
	for range 5 {
		b.one(0)
	}
	b.put(0, 3)
	for range 5 {
		b.one(0)
	}
	return b.data
}

// forest is one with the most code trees there may be, each of the largest.
func forest(size rendition.Size) []byte {
	b := &bits{}
	b.vp8l(size)
	b.put(0, 1) // no transform
	b.put(1, 1)
	b.put(11, 4) // a cache of 2048 colours
	b.put(1, 1)  // groups, for tiles of 4 by 4
	b.put(0, 3)
	b.put(0, 1)
	b.full(8)
	b.full(8)
	b.one(0)
	b.one(0)
	b.one(0)
	const most = 2600
	tiles := (size.Width + 3) / 4 * ((size.Height + 3) / 4)
	for tile := range tiles {
		b.reversed(uint32(tile%most&255), 8)
		b.reversed(uint32(tile%most>>8), 8)
	}
	for range min(most, tiles) {
		b.full(11)
		b.full(8)
		b.full(8)
		b.full(8)
		b.one(0)
	}
	pixels := int(size.Width) * size.Height
	return append(b.data, make([]byte, pixels*35/8+8)...)
}

// reversed puts a code: those go by their most significant bit.
func (b *bits) reversed(code uint32, n int) {
	for i := n - 1; i >= 0; i-- {
		b.put(code>>i, 1)
	}
}

func blankWebP(stream func(rendition.Size) []byte) blank {
	return func(size rendition.Size, _ bool) []byte {
		return riff(riffChunk("VP8L", stream(size)))
	}
}

func riffChunk(name string, data []byte) []byte {
	out := append([]byte(name), binary.LittleEndian.AppendUint32(nil, uint32(len(data)))...)
	out = append(out, data...)
	return append(out, make([]byte, len(data)%2)...)
}

func riff(chunks ...[]byte) []byte {
	data := bytes.Join(chunks, nil)
	out := append([]byte("RIFF"), binary.LittleEndian.AppendUint32(nil, uint32(len(data)+4))...)
	return append(append(out, "WEBP"...), data...)
}
