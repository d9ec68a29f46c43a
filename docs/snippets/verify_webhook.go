package webhook

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"net/http"
	"strconv"
	"time"
)

// Event is what every delivery carries; Data depends on Type.
type Event struct {
	ID          string          `json:"id"`
	Type        string          `json:"type"`
	Environment string          `json:"environment"`
	CreatedAt   time.Time       `json:"created_at"`
	Sequence    int64           `json:"sequence"`
	Data        json.RawMessage `json:"data"`
}

// Verify returns the event of a genuine delivery, and an error for any other.
// secret is whsec_…, as POST /webhooks returned it; body is the raw bytes.
func Verify(secret string, header http.Header, body []byte) (Event, error) {
	var event Event
	timestamp := header.Get("X-SVC-Timestamp")
	seconds, err := strconv.ParseInt(timestamp, 10, 64)
	if err != nil || time.Since(time.Unix(seconds, 0)).Abs() > 5*time.Minute {
		return event, errors.New("the delivery is too old, or has no timestamp")
	}

	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write([]byte(timestamp + "."))
	mac.Write(body)
	expected := "sha256=" + hex.EncodeToString(mac.Sum(nil))
	if !hmac.Equal([]byte(header.Get("X-SVC-Signature")), []byte(expected)) {
		return event, errors.New("the signature does not match")
	}
	return event, json.Unmarshal(body, &event)
}
