package esim

import (
	"crypto/hmac"
	"encoding/json"
	"errors"
	"net/http"
	"strconv"
	"time"
)

// Event is what a webhook tells. Events come at least once and not always in order: keep their ID, and go by Sequence or read the record
// again.
type Event struct {
	ID          string          `json:"id"`
	Type        string          `json:"type"`
	APIVersion  string          `json:"api_version"`
	Environment string          `json:"environment"`
	CreatedAt   time.Time       `json:"created_at"`
	Sequence    int64           `json:"sequence"`
	Data        json.RawMessage `json:"data"`
}

// Tolerance is how old a delivery may be.
const Tolerance = 5 * time.Minute

// What is wrong with a delivery that is not believed.
var (
	ErrNoTimestamp  = errors.New("esim: the delivery has no timestamp")
	ErrTooOld       = errors.New("esim: the delivery is too old, or this machine's clock is wrong")
	ErrBadSignature = errors.New("esim: the signature does not match: wrong secret, or the body was changed before it was checked")
)

// VerifyWebhook gives the event of a genuine delivery. The body is the raw bytes, before any JSON parser has touched them; secrets are
// as creating the endpoint returned them, both while one is being rotated.
func VerifyWebhook(body []byte, header http.Header, secrets ...string) (*Event, error) {
	return VerifyWebhookAt(time.Now(), Tolerance, body, header, secrets...)
}

// VerifyWebhookAt is VerifyWebhook with a clock and a tolerance of one's own.
func VerifyWebhookAt(now time.Time, tolerance time.Duration, body []byte, header http.Header, secrets ...string) (*Event, error) {
	timestamp := header.Get("X-SVC-Timestamp")
	seconds, err := strconv.ParseUint(timestamp, 10, 60)
	if err != nil {
		return nil, ErrNoTimestamp
	}
	if age := now.Sub(time.Unix(int64(seconds), 0)); age.Abs() > tolerance {
		return nil, ErrTooOld
	}
	sent := []byte(header.Get("X-SVC-Signature"))
	isGenuine := false
	// All of them are compared: how long it takes says nothing.
	for _, secret := range secrets {
		if hmac.Equal([]byte(signature(secret, append([]byte(timestamp+"."), body...))), sent) {
			isGenuine = true
		}
	}
	if !isGenuine {
		return nil, ErrBadSignature
	}
	var event Event
	return &event, json.Unmarshal(body, &event)
}

// SignWebhook makes the headers with which a delivery comes: for tests of a receiver.
func SignWebhook(body []byte, secret string, now time.Time) (http.Header, error) {
	var event Event
	if err := json.Unmarshal(body, &event); err != nil {
		return nil, err
	}
	timestamp := strconv.FormatInt(now.Unix(), 10)
	header := http.Header{}
	header.Set("Content-Type", "application/json")
	header.Set("X-SVC-Event", event.Type)
	header.Set("X-SVC-Event-Id", event.ID)
	header.Set("X-SVC-Timestamp", timestamp)
	header.Set("X-SVC-Signature", signature(secret, append([]byte(timestamp+"."), body...)))
	return header, nil
}
