#pragma once
#include <zmq.h>
#if defined(__linux__)
#include <sys/eventfd.h>
#endif
