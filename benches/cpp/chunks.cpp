// Batches of lc0's training chunks, as a trainer in C++ makes them with libdeflate: a peer of the bench `loader`.
//
//     c++ -O3 -march=native benches/cpp/chunks.cpp -ldeflate -o /tmp/chunks
//     GARDEZ_CHUNKS=/tmp/chunks cargo xtask bench loader
//
// The arguments are a file of chunks, each after its packed length of 4 bytes, the number of passes, and the number of
// records in the shuffle buffer. It prints the nanoseconds of all passes, the records of a pass, and a sum of the last batch.

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <random>
#include <vector>

#include <libdeflate.h>

constexpr size_t RECORD = 8356, BATCH = 1024, CELLS = 112 * 64, PLANES = 8 + 1858 * 4, FLAGS = PLANES + 104 * 8;

// The planes of one record of version 6, input format 1.
static void write_planes(const uint8_t *record, float *cells) {
    for (size_t plane = 0; plane < 104; plane++) {
        uint64_t bits;
        std::memcpy(&bits, record + PLANES + 8 * plane, 8);
        // A byte of a record is a rank from its last file to its first.
        for (size_t square = 0; square < 64; square++)
            *cells++ = float((bits >> (square ^ 7)) & 1);
    }
    const float rule50 = float(record[FLAGS + 5]) / 99.0f;
    for (size_t plane = 0; plane < 8; plane++) {
        const float value = plane < 5 ? float(record[FLAGS + plane]) : plane == 5 ? rule50 : plane == 6 ? 0.0f : 1.0f;
        for (size_t square = 0; square < 64; square++)
            *cells++ = value;
    }
}

int main(int, char **arguments) {
    std::ifstream file(arguments[1], std::ios::binary);
    const std::vector<uint8_t> bytes((std::istreambuf_iterator<char>(file)), {});
    const int passes = std::atoi(arguments[2]);
    const size_t shuffle = std::strtoul(arguments[3], nullptr, 10);

    std::vector<float> cells(BATCH * CELLS);
    std::vector<uint8_t> chunk(1 << 24), buffer;
    libdeflate_decompressor *inflater = libdeflate_alloc_decompressor();
    std::mt19937_64 random(1);
    size_t records = 0;
    const auto deliver = [&](const uint8_t *record) { write_planes(record, &cells[records++ % BATCH * CELLS]); };

    const auto start = std::chrono::steady_clock::now();
    for (int pass = 0; pass < passes; pass++) {
        records = 0;
        for (size_t at = 0; at < bytes.size();) {
            uint32_t packed;
            std::memcpy(&packed, &bytes[at], 4);
            size_t length;
            if (libdeflate_gzip_decompress(inflater, &bytes[at + 4], packed, chunk.data(), chunk.size(), &length))
                return 1;
            at += 4 + packed;
            for (const uint8_t *record = chunk.data(); record < chunk.data() + length; record += RECORD) {
                if (buffer.size() < shuffle * RECORD) {
                    buffer.insert(buffer.end(), record, record + RECORD);
                } else if (shuffle == 0) {
                    deliver(record);
                } else {
                    uint8_t *place = &buffer[random() % shuffle * RECORD];
                    deliver(place);
                    std::memcpy(place, record, RECORD);
                }
            }
        }
        for (size_t at = 0; at < buffer.size(); at += RECORD)
            deliver(&buffer[at]);
        buffer.clear();
    }
    const auto time = std::chrono::steady_clock::now() - start;
    double sum = 0;
    for (size_t cell = 0; cell < cells.size(); cell++)
        sum += double(cells[cell]) * double(cell % 8191);
    std::printf("%lld %zu %.17g\n", (long long)std::chrono::nanoseconds(time).count(), records, sum);
}
