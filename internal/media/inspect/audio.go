package inspect

import "bytes"

// walkWAV reads the chunks of a file of WAV.
func walkWAV(s *source, _ string) (Finding, error) {
	seen := map[string]bool{}
	err := s.chunks("WAVE", func(name string, _ int64) error {
		if name == "fmt " || name == "data" {
			seen[name] = true
		}
		return nil
	})
	if err == nil && len(seen) < 2 {
		err = broken("it holds no sound")
	}
	return Finding{}, err
}

// walkOgg reads the pages of a file of Ogg.
func walkOgg(s *source, _ string) (Finding, error) {
	for s.left() > 0 {
		head, err := s.take(27)
		if err != nil {
			return Finding{}, err
		}
		if string(head[:4]) != "OggS" {
			return Finding{}, broken("byte %d is not the start of a page", s.at()-27)
		}
		lengths, err := s.take(int(head[26]))
		if err != nil {
			return Finding{}, err
		}
		if err := s.page(lengths); err != nil {
			return Finding{}, err
		}
	}
	return Finding{}, nil
}

// page goes over the content of a page of Ogg, which must be sound.
func (s *source) page(lengths []byte) error {
	sum := 0
	for _, n := range lengths {
		sum += int(n)
	}
	content, err := s.take(min(sum, 7))
	if err != nil {
		return err
	}
	if string(content) == "\x80theora" {
		return broken("it holds pictures, and was declared as sound")
	}
	return s.skip(int64(sum - len(content)))
}

// walkFLAC reads the blocks of metadata of a file of FLAC, to its first frame.
func walkFLAC(s *source, _ string) (Finding, error) {
	if err := s.skip(4); err != nil {
		return Finding{}, err
	}
	for last := false; !last; {
		head, err := s.number(4)
		if err != nil {
			return Finding{}, err
		}
		last = head>>31 == 1
		if err := s.skip(head & 0xffffff); err != nil {
			return Finding{}, err
		}
	}
	sync, err := s.number(2)
	if err != nil || sync>>1 != 0xfff8>>1 {
		return Finding{}, orBroken(err, "it holds no sound")
	}
	return Finding{}, nil
}

// isMP3 tells MP3 by its tag or by the header of its first frame.
func isMP3(head []byte) bool {
	if len(head) >= 10 && string(head[:3]) == "ID3" {
		return head[3] < 0x10 && head[4] < 0x10
	}
	return len(head) >= 4 && mp3Frame(bigEndian(head[:4])) > 0
}

// walkMP3 goes from frame to frame. MP3 has no end, so the last frame may be cut;
// only the tags that players know may follow.
func walkMP3(s *source, _ string) (Finding, error) {
	if err := s.skipID3(); err != nil {
		return Finding{}, err
	}
	frames := 0
	for s.left() >= 4 {
		head, err := s.peek(4)
		if err != nil {
			return Finding{}, err
		}
		n := mp3Frame(bigEndian(head))
		if n == 0 {
			break
		}
		frames++
		if err := s.skip(min(n, s.left())); err != nil {
			return Finding{}, err
		}
	}
	if frames < 2 {
		return Finding{}, broken("it holds no sound")
	}
	return Finding{}, s.tagOrEnd()
}

// skipID3 goes over a tag, and the zeros that some programs leave behind it.
func (s *source) skipID3() error {
	head, err := s.peek(10)
	if err != nil || string(head[:3]) != "ID3" {
		return err
	}
	n := int64(head[6]&127)<<21 | int64(head[7]&127)<<14 | int64(head[8]&127)<<7 | int64(head[9]&127)
	if head[5]&0x10 != 0 {
		n += 10 // its footer
	}
	if err := s.skip(10 + n); err != nil {
		return err
	}
	return s.skipZeros()
}

func (s *source) tagOrEnd() error {
	head, err := s.peekUpTo(8)
	if err != nil {
		return err
	}
	switch {
	case bytes.HasPrefix(head, []byte("TAG")) && s.left() == 128, bytes.HasPrefix(head, []byte("APETAGEX")), len(head) < 4:
		return nil
	}
	return s.end()
}

var (
	mp3Bitrates = [2][16]int64{ // kbit/s of MPEG 1, and of 2 and 2.5
		{0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 0},
		{0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160, 0},
	}
	mp3Rates = [4][4]int64{{11025, 12000, 8000, 0}, {}, {22050, 24000, 16000, 0}, {44100, 48000, 32000, 0}}
)

// mp3Frame is the length of the frame with this header, 0 where it is none.
func mp3Frame(head int64) int64 {
	version, layer := head>>19&3, head>>17&3
	rate := mp3Rates[version][head>>10&3]
	if head>>21 != 0x7ff || layer != 1 || rate == 0 {
		return 0
	}
	older, samples := 0, int64(144)
	if version != 3 {
		older, samples = 1, 72
	}
	bitrate := mp3Bitrates[older][head>>12&15]
	if bitrate == 0 {
		return 0
	}
	return samples*bitrate*1000/rate + head>>9&1
}
