package inspecttest

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"slices"
	"strings"
)

// of makes a file of fixed bytes.
func of(pieces ...string) func() []byte {
	return func() []byte { return []byte(strings.Join(pieces, "")) }
}

// cut makes a file without its last n bytes.
func cut(file func() []byte, n int) func() []byte {
	return func() []byte { b := file(); return b[:len(b)-n] }
}

// with makes a file with something behind its end.
func with(file func() []byte, tail string) func() []byte {
	return func() []byte { return append(slices.Clip(file()), tail...) }
}

func be16(n int) string { return string(binary.BigEndian.AppendUint16(nil, uint16(n))) }
func be32(n int) string { return string(binary.BigEndian.AppendUint32(nil, uint32(n))) }
func le16(n int) string { return string(binary.LittleEndian.AppendUint16(nil, uint16(n))) }
func le24(n int) string { return le32(n)[:3] }
func le32(n int) string { return string(binary.LittleEndian.AppendUint32(nil, uint32(n))) }

// tag is an entry of a directory of EXIF, with a value of one short or one offset.
type tag struct{ id, kind, value int }

const (
	short = 3
	long  = 4
)

var (
	turned   = tag{0x0112, short, 6}
	upright  = tag{0x0112, short, 1}
	gps      = tag{0x8825, long, 8 + 2 + 12 + 4} // a directory right behind the first, which has one entry
	latitude = tag{2, long, 0}
	gpsOnly  = tag{0, long, 0x0203} // the version of the GPS directory, and no place
)

// exif is a block of EXIF in little-endian order: each list is a directory, and the
// second follows the first.
func exif(directories ...[]tag) string {
	text := "II*\x00" + le32(8)
	for _, d := range directories {
		text += le16(len(d))
		for _, t := range d {
			text += le16(t.id) + le16(t.kind) + le32(1) + le32(t.value)
		}
		text += le32(0)
	}
	return text
}

// exifBig is a directory of one entry in big-endian order.
func exifBig(t tag) string {
	return "MM\x00*" + be32(8) + be16(1) + be16(t.id) + be16(t.kind) + be32(1) + be16(t.value) + be16(0) + be32(0)
}

const xmpPlace = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:Description exif:GPSLatitude="47,22.5N"/></x:xmpmeta>`

// segment is a piece of a JPEG file.
func segment(marker byte, content string) string {
	return "\xff" + string([]byte{marker}) + be16(len(content)+2) + content
}

func sof(marker byte, width, height int) string {
	return segment(marker, "\x08"+be16(height)+be16(width)+"\x01\x01\x11\x00")
}

const (
	soi  = "\xff\xd8"
	eoi  = "\xff\xd9"
	scan = "\xff\xda\x00\x08\x01\x01\x00\x00\x3f\x00" + "\x12\xff\x00\x34\xff\xd0\x56"
)

// jpeg is a JPEG file of these sides, with segments before its header.
func jpeg(width, height int, segments ...string) func() []byte {
	return of(soi, strings.Join(segments, ""), sof(0xc0, width, height), scan, eoi)
}

const pngSignature = "\x89PNG\r\n\x1a\n"

func chunk(name, content string) string {
	return be32(len(content)) + name + content + be32(int(crc32.ChecksumIEEE([]byte(name+content))))
}

func ihdr(width, height int) string {
	return chunk("IHDR", be32(width)+be32(height)+"\x08\x02\x00\x00\x00")
}

// png is a PNG file of these sides, with chunks before its pixels.
func png(width, height int, chunks ...string) func() []byte {
	return of(pngSignature, ihdr(width, height), strings.Join(chunks, ""), chunk("IDAT", "x"), chunk("IEND", ""))
}

func pngFrame(width, height, x, y int) string {
	return chunk("fcTL", be32(0)+be32(width)+be32(height)+be32(x)+be32(y)+"\x00\x01\x00\x0a\x00\x00")
}

func gifHead(width, height int) string { return "GIF89a" + le16(width) + le16(height) + "\x00\x00\x00" }

func gifFrame(x, y, width, height int) string {
	return "\x2c" + le16(x) + le16(y) + le16(width) + le16(height) + "\x00" + "\x02\x02\x44\x01\x00"
}

func gif(width, height, frames int) func() []byte {
	return func() []byte {
		return []byte(gifHead(width, height) + strings.Repeat(gifFrame(0, 0, 1, 1), frames) + "\x3b")
	}
}

func riffChunk(name, content string) string {
	return name + le32(len(content)) + content + strings.Repeat("\x00", len(content)%2)
}

func riff(form string, chunks ...string) func() []byte {
	content := form + strings.Join(chunks, "")
	return of("RIFF", le32(len(content)), content)
}

func vp8(width, height int) string {
	return riffChunk("VP8 ", "\x10\x00\x00\x9d\x01\x2a"+le16(width)+le16(height)+"xx")
}

func vp8l(width, height int) string {
	return riffChunk("VP8L", "\x2f"+le32(width-1|(height-1)<<14)+"x")
}

func vp8x(width, height int) string {
	return riffChunk("VP8X", "\x00\x00\x00\x00"+le24(width-1)+le24(height-1))
}

func anmf(x, y, width, height int, pixels string) string {
	return riffChunk("ANMF", le24(x/2)+le24(y/2)+le24(width-1)+le24(height-1)+"\x00\x00\x00\x00"+pixels)
}

func box(name string, content ...string) string {
	text := strings.Join(content, "")
	return be32(len(text)+8) + name + text
}

// full is a box with a version and flags of 0.
func full(name string, content ...string) string {
	return box(name, append([]string{be32(0)}, content...)...)
}

func ispe(width, height int) string { return full("ispe", be32(width), be32(height)) }

// heif is a picture of one item with properties; metadata is its EXIF, where there is any.
func heif(brand, properties, metadata string) func() []byte {
	return func() []byte {
		file := heifAt(brand, properties, metadata, 0)
		return heifAt(brand, properties, metadata, bytes.Index(file, []byte("mdat"))+4)
	}
}

func heifAt(brand, properties, metadata string, at int) []byte {
	items := ""
	iloc := ""
	if metadata != "" {
		infe := box("infe", be32(2<<24), be16(2), be16(0), "Exif\x00")
		items = full("iinf", be16(1), infe)
		iloc = full("iloc", "\x44\x00", be16(1), be16(2), be16(0), be16(1), be32(at), be32(len(metadata)))
	}
	return []byte(box("ftyp", brand, be32(0), "mif1") +
		full("meta", full("pitm", be16(1)), items, iloc,
			box("iprp", box("ipco", properties), full("ipma", be32(1), be16(1), "\x02\x81\x02"))) +
		box("mdat", metadata, "pixels"))
}

// heifOfXMP is a picture whose only XMP, of 64 kB, is in the list of places many times.
func heifOfXMP(times int) func() []byte {
	const size = 64 << 10
	place := be16(2) + be16(0) + be16(1) + be32(100) + be32(size)
	return of(box("ftyp", "avif", be32(0), "mif1"),
		full("meta", full("pitm", be16(1)),
			full("iinf", be16(1), box("infe", be32(2<<24), be16(2), be16(0), "mime\x00")),
			full("iloc", "\x44\x00", be16(times), strings.Repeat(place, times)),
			box("iprp", box("ipco", ispe(4, 3)), full("ipma", be32(1), be16(1), "\x01\x81"))),
		box("mdat", strings.Repeat(" ", size)))
}

// movie is a file of MP4 with one track of a kind, and more within its description.
func movie(brand, kind string, more ...string) func() []byte {
	hdlr := full("hdlr", be32(0), kind, strings.Repeat("\x00", 13))
	return of(box("ftyp", brand, be32(512)), box("moov", box("trak", box("mdia", hdlr)), strings.Join(more, "")), box("mdat", "film"))
}

// zipFile is a ZIP file of empty files.
func zipFile(names ...string) func() []byte {
	return func() []byte {
		var files, directory string
		for _, name := range names {
			shared := "\x14\x00\x00\x00\x00\x00" + strings.Repeat("\x00", 16) + le16(len(name)) + le16(0)
			directory += "PK\x01\x02\x14\x00" + shared + strings.Repeat("\x00", 10) + le32(len(files)) + name
			files += "PK\x03\x04" + shared + name
		}
		end := "PK\x05\x06\x00\x00\x00\x00" + le16(len(names)) + le16(len(names)) + le32(len(directory)) + le32(len(files)) + le16(0)
		return []byte(files + directory + end)
	}
}

// oggPage is a page of Ogg.
func oggPage(content string) string {
	return "OggS\x00\x02" + strings.Repeat("\x00", 20) + "\x01" + string([]byte{byte(len(content))}) + content
}

func mp3(frames int) string {
	return strings.Repeat("\xff\xfb\x90\x00"+strings.Repeat("x", 413), frames)
}

func ebml(id, content string) string {
	return id + "\x40" + string([]byte{byte(len(content))}) + content
}

var webmHead = ebml("\x1a\x45\xdf\xa3", ebml("\x42\x82", "webm"))
