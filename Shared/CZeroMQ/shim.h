#pragma once
#include <zmq.h>
#if defined(__GLIBC__)
#include <malloc.h>
#endif
