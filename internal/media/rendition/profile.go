package rendition

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"hash/crc32"
	"io"
)

// The colours that a profile describes, as it says in its header.
const (
	profileRGB  = "RGB "
	profileGrey = "GRAY"
)

// maxProfile is the largest profile that renditions carry: those of displays and
// cameras have up to 4 kB, and those with tables for printing half a megabyte.
const maxProfile = 64 << 10

// profileChunks are the parts of a profile in a JPEG.
type profileChunks [256][]byte

func (c *profileChunks) add(data []byte) {
	if len(data) >= 2 && c[data[0]] == nil {
		c[data[0]] = data[2:]
	}
}

func (c *profileChunks) join(colours string) []byte {
	return usefulProfile(bytes.Join(c[:], nil), colours)
}

// usefulProfile is the profile if it describes such colours, and others than
// sRGB, which is what a picture without a profile has.
func usefulProfile(profile []byte, colours string) []byte {
	const headerLength = 128
	if len(profile) <= headerLength || len(profile) > maxProfile ||
		string(profile[36:40]) != "acsp" || string(profile[16:20]) != colours {
		return nil
	}
	start := profile[headerLength:]
	if bytes.Contains(start, []byte("sRGB")) || bytes.Contains(start, []byte("s\x00R\x00G\x00B")) {
		return nil
	}
	return profile
}

// profileSegments are the APP2 segments of a profile.
func profileSegments(profile []byte) []byte {
	const most = 65533 - 14
	var out []byte
	count := (len(profile) + most - 1) / most
	for i := range count {
		part := profile[i*most : min((i+1)*most, len(profile))]
		out = append(out, 0xff, markerAPP2)
		out = binary.BigEndian.AppendUint16(out, uint16(2+len(iccPrefix)+2+len(part)))
		out = append(out, iccPrefix...)
		out = append(out, byte(i+1), byte(count))
		out = append(out, part...)
	}
	return out
}

// profileChunk is the iCCP chunk of a profile.
func profileChunk(profile []byte) ([]byte, error) {
	var data bytes.Buffer
	data.WriteString("iCCPICC\x00\x00")
	w := zlib.NewWriter(&data)
	if _, err := w.Write(profile); err != nil {
		return nil, err
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	out := binary.BigEndian.AppendUint32(nil, uint32(data.Len()-4))
	out = append(out, data.Bytes()...)
	return binary.BigEndian.AppendUint32(out, crc32.ChecksumIEEE(data.Bytes())), nil
}

// inflatedProfile is the profile of an iCCP chunk; nil of one that is broken.
func inflatedProfile(chunk []byte) []byte {
	_, rest, ok := bytes.Cut(chunk, []byte{0})
	if !ok || len(rest) < 1 {
		return nil
	}
	r, err := zlib.NewReader(bytes.NewReader(rest[1:]))
	if err != nil {
		return nil
	}
	defer r.Close()
	profile, err := io.ReadAll(io.LimitReader(r, maxProfile+1))
	if err != nil {
		return nil
	}
	return profile
}

// inserting writes insert after the first bytes of what is written to it.
type inserting struct {
	w      io.Writer
	after  int
	insert []byte
}

func (i *inserting) Write(p []byte) (int, error) {
	if i.insert == nil || len(p) < i.after {
		n, err := i.w.Write(p)
		i.after -= n
		return n, err
	}
	first, err := i.w.Write(p[:i.after])
	if err != nil {
		return first, err
	}
	if _, err := i.w.Write(i.insert); err != nil {
		return first, err
	}
	i.insert = nil
	n, err := i.w.Write(p[first:])
	return first + n, err
}
