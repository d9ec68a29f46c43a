<?php

// Answers in turn, the last answer for all requests after it, and prints what was asked, a line each; null closes the connection.

$answers = json_decode($argv[1], true);
$server = stream_socket_server('tcp://127.0.0.1:0');
echo substr(strrchr(stream_socket_get_name($server, false), ':'), 1), "\n";
for ($asked = 0; $connection = stream_socket_accept($server, 60); $asked++) {
    [$method, $path] = explode(' ', fgets($connection));
    for ($headers = []; ($line = trim(fgets($connection))) !== '';) {
        [$name, $value] = explode(': ', $line, 2);
        $headers[$name] = $value;
    }
    $length = (int) ($headers['Content-Length'] ?? 0);
    $body = $length > 0 ? stream_get_contents($connection, $length) : '';
    echo json_encode([$method, $path, $headers, $body]), "\n";
    if ($answer = $answers[min($asked, count($answers) - 1)]) {
        [$status, $text, $more] = $answer;
        $lines = ["HTTP/1.1 $status Status", 'Connection: close', 'Content-Length: ' . strlen($text), ...$more];
        fwrite($connection, implode("\r\n", $lines) . "\r\n\r\n" . $text);
    }
    fclose($connection);
}
