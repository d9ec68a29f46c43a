package esim

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// signature is HMAC-SHA-256 under the UTF-8 bytes of the whole secret.
func signature(secret string, text []byte) string {
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write(text)
	return "sha256=" + hex.EncodeToString(mac.Sum(nil))
}

// sign adds the headers of a signed request: over method, target as it is sent, time, id and the body's hash.
func sign(request *http.Request, secret string, body []byte, now time.Time, id string) {
	timestamp := strconv.FormatInt(now.Unix(), 10)
	hash := sha256.Sum256(body)
	text := strings.Join([]string{request.Method, request.URL.RequestURI(), timestamp, id, hex.EncodeToString(hash[:])}, "\n")
	request.Header.Set("X-SVC-Timestamp", timestamp)
	request.Header.Set("X-SVC-Request-Id", id)
	request.Header.Set("X-SVC-Signature", signature(secret, []byte(text)))
}
