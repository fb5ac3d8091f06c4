"""An S3 server on this machine with the bucket `plans`, and what a test does to its objects.

Prints the port. Then each line of the input is a command, and a line of JSON is the answer:

    list PREFIX     the names of objects with the CRC-32 of their contents
    flip NAME       changes a bit of an object
    remove PREFIX   removes objects
    put NAME FILE   copies a file
"""

import json
import logging
import sys
import threading
import time
import zlib

import boto3
from moto.server import DomainDispatcherApplication, create_backend_app
from werkzeug.serving import make_server

storage = DomainDispatcherApplication(create_backend_app)


def application(environment, start_response):
    """Answers a request. A put of a table takes a while after the object is there, so that units are killed then."""
    answer = storage(environment, start_response)
    if environment["REQUEST_METHOD"] == "PUT" and environment["PATH_INFO"].endswith((".bin", ".parquet")):
        time.sleep(0.05)
    return answer


logging.getLogger("werkzeug").setLevel(logging.ERROR)
server = make_server("127.0.0.1", 0, application, threaded=True)
threading.Thread(target=server.serve_forever, daemon=True).start()
port = server.server_port
keys = {"aws_access_key_id": "a", "aws_secret_access_key": "b", "region_name": "us-east-1"}
bucket = boto3.resource("s3", endpoint_url=f"http://127.0.0.1:{port}", **keys).create_bucket(Bucket="plans")
print(port, flush=True)

for line in sys.stdin:
    command, name, *rest = line.split()
    answer = {}
    if command == "put":
        bucket.upload_file(rest[0], name)
    for item in [] if command == "put" else bucket.objects.filter(Prefix=name):
        if command == "remove":
            item.delete()
            continue
        content = item.get()["Body"].read()
        answer[item.key] = str(zlib.crc32(content))
        if command == "flip":
            middle = len(content) // 2
            item.put(Body=content[:middle] + bytes([content[middle] ^ 1]) + content[middle + 1 :])
    print(json.dumps(answer), flush=True)
